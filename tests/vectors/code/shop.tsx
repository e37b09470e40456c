// A shop.
type Item = { name: string; cost: number };

export function Basket(props: { items: Item[] }) {
  const rows = props.items.map((item) => (
    <li key={item.name}>
      {item.name}: {item.cost}
    </li>
  ));
  return <ul>{rows}</ul>;
}

export const Empty = () => <p>Nothing was bought.</p>;
