import MillraceForms
import TestResources

/// An order with lines: rows with fields, a condition, a rule of their own, and a rule over the list.
struct Order: FormValues, Codable, Hashable {
  var customer = ""
  var lines: [Line] = []
  var note = ""

  static let form = FormDefinition<Order>(
    fields: [
      FormField("customer", \.customer) { $0.isEmpty ? "Enter a customer." : nil },
      FormField(rows: "lines", \.lines) { $0.isEmpty ? "Add a line." : nil },
      FormField("note", \.note),
    ],
    rules: [
      FormRule(at: \.lines) { order in
        order.lines.reduce(0) { $0 + $1.amount } > 100 ? "Order 100 pieces at most." : nil
      },
      FormRule { $0.note == "closed" ? "The shop is closed." : nil },
    ])

  static let valid = Order(
    customer: "Ada", lines: [Line(id: 1, product: "tea"), Line(id: 2, product: "jam")])
}

struct Line: FormValues, Identifiable, Codable, Hashable {
  var id: Int
  var product = ""
  var amount = 1
  var isGift = false
  var greeting = ""

  static let form = FormDefinition<Line>(
    fields: [
      FormField("product", \.product) { $0.isEmpty ? "Enter a product." : nil },
      FormField("amount", \.amount, .integer()) { $0 < 1 ? "Order at least one." : nil },
      FormField("gift", \.isGift),
      FormField("greeting", \.greeting).when { $0.isGift },
    ],
    rules: [
      FormRule(at: \.greeting) { $0.greeting.count > 10 * $0.amount ? "The greeting is too long." : nil },
      FormRule { $0.product == "sold out" && $0.amount > 1 ? "There is only one." : nil },
    ])
}

typealias OrderForm = FormState<Order>
typealias OrderMessage = FormMessage<Order>

extension OrderForm {
  static var valid: OrderForm { OrderForm(.valid) }

  var ids: [Int] { value.lines.map(\.id) }
}

extension SeededGenerator {
  /// A change of the list, or of a field in it.
  mutating func lineMessage() -> OrderMessage {
    let id = Int.random(in: 1...5, using: &self)
    switch Int.random(in: 0..<12, using: &self) {
    case 0: return .append(\.lines, Line(id: id, product: pick(["", "tea"])))
    case 1: return .insert(\.lines, Line(id: id), at: Int.random(in: -1...4, using: &self))
    case 2: return .remove(\.lines, id)
    case 3: return .move(\.lines, id, to: Int.random(in: -1...5, using: &self))
    case 4, 5: return .type(\.lines, id, \.product, pick(["", "tea", "jam", "sold out"]))
    case 6, 7: return .type(\.lines, id, \.amount, pick(["1", " 2", "x", "", "0", "60"]))
    case 8: return .choose(\.lines, id, \.isGift, Bool.random(using: &self))
    case 9: return .type(\.lines, id, \.greeting, pick(["", "Dear Ada, all the best"]))
    case 10: return .focus(\.lines, id, \.amount)
    default: return pick([.focusNext, .focusPrevious, .submit, .cancelSubmission, .type(\.customer, "Ben")])
    }
  }
}
