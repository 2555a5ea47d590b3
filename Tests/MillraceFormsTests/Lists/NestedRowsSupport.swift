import MillraceForms
import TestResources

/// A parcel of orders, whose lines are rows of rows.
struct Parcel: FormValues, Codable, Hashable {
  var sender = "Ben"
  var orders: [ParcelOrder] = []

  static let form = FormDefinition<Parcel>(fields: [
    FormField("sender", \.sender),
    FormField(rows: "orders", \.orders) { $0.isEmpty ? "Add an order." : nil }.focusing(\.sender),
  ])

  static let valid = Parcel(orders: [ParcelOrder(id: 1, order: .valid), ParcelOrder(id: 2, order: .valid)])

  static let first = FormRow(\Parcel.orders, 1)
}

/// An order with an id, under the names of the fields of ``Order``.
struct ParcelOrder: FormValues, Identifiable, Codable, Hashable {
  var id: Int
  var order = Order()

  static let form = FormDefinition<ParcelOrder>(
    fields: [
      FormField("customer", \.order.customer) { $0.isEmpty ? "Enter a customer." : nil },
      FormField(rows: "lines", \.order.lines) { $0.isEmpty ? "Add a line." : nil },
      FormField("note", \.order.note),
    ],
    rules: [
      FormRule(at: \.order.lines) { parcel in
        parcel.order.lines.reduce(0) { $0 + $1.amount } > 100 ? "Order 100 pieces at most." : nil
      },
      FormRule { $0.order.note == "closed" ? "The shop is closed." : nil },
    ])
}

typealias ParcelForm = FormState<Parcel>
typealias ParcelMessage = FormMessage<Parcel>

extension SeededGenerator {
  /// The same change of an order, alone and as the first of a parcel.
  mutating func orderMessages() -> (OrderMessage, ParcelMessage) {
    let id = Int.random(in: 1...4, using: &self)
    let (order, line) = (Parcel.first, Parcel.first.row(\.order.lines, id))
    switch Int.random(in: 0..<14, using: &self) {
    case 0:
      let row = Line(id: id, product: pick(["", "tea"]))
      return (.append(\.lines, row), .append(order, \.order.lines, row))
    case 1:
      let index = Int.random(in: -1...4, using: &self)
      return (
        .insert(\.lines, Line(id: id), at: index), .insert(order, \.order.lines, Line(id: id), at: index)
      )
    case 2: return (.remove(\.lines, id), .remove(line))
    case 3:
      let index = Int.random(in: -1...5, using: &self)
      return (.move(\.lines, id, to: index), .move(line, to: index))
    case 4, 5:
      let text = pick(["", "tea", "sold out"])
      return (.type(\.lines, id, \.product, text), .type(line, \.product, text))
    case 6, 7:
      let text = pick(["1", " 2", "x", "", "0", "60"])
      return (.type(\.lines, id, \.amount, text), .type(line, \.amount, text))
    case 8:
      let isGift = Bool.random(using: &self)
      return (.choose(\.lines, id, \.isGift, isGift), .choose(line, \.isGift, isGift))
    case 9:
      let text = pick(["", "Dear Ada, all the best"])
      return (.type(\.lines, id, \.greeting, text), .type(line, \.greeting, text))
    case 10: return (.focus(\.lines, id, \.amount), .focus(line, \.amount))
    case 11: return (.leave("lines[\(id)].amount"), .leave("orders[1].lines[\(id)].amount"))
    case 12: return (.type(\.customer, "Ben"), .type(order, \.order.customer, "Ben"))
    default: return (.submit, .submit)
    }
  }
}
