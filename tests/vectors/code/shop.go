package shop

import "fmt"

// Basket is what is bought.
type Basket struct {
	Items []int
}

// Price is what all of it costs.
func (b Basket) Price(factor int) int {
	total := 0
	for _, item := range b.Items {
		total += item * factor
	}
	return total
}

func main() {
	basket := Basket{Items: []int{1, 2, 3}}
	fmt.Println(basket.Price(2))
}
