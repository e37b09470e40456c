//! A shop.

mod shop {
    pub struct Basket {
        pub items: Vec<u32>,
    }

    impl Basket {
    /// What all of it costs.
    fn price(&self, factor: u32) -> u32 {
        let mut sum = 0;
        for item in &self.items {
            sum += item * factor;
        }
        let total = sum;
        total
    }
    }
}

fn main() {
    println!("{}", 3);
}
