import Foundation
import Millrace
import MillraceForms
import TestResources
import Testing

@Suite("A list in the rows of a list") struct NestedRowsTests {
  private let line = Parcel.first.row(\.order.lines, 2)

  @Test("is the same list as in a form of its own, whatever is done to it", arguments: 0..<6)
  func law(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let start = random.pick([Order(), .valid])
    var alone = OrderForm(start)
    var inside = ParcelForm(Parcel(orders: [ParcelOrder(id: 1, order: start)]))
    func outer(_ name: String) -> String { "orders[1].\(name)" }
    for _ in 0..<40 {
      let (message, other) = random.orderMessages()
      let asked = alone.take(message, checking: ["lines[].product"])
      let found = inside.take(other, checking: ["orders[].lines[].product"])
      if alone.phase == .submitting { _ = (alone.take(.cancelSubmission), inside.take(.cancelSubmission)) }
      let order = inside.value.orders[0].order
      #expect(order == alone.value, "\(message)")
      #expect(
        inside.issues == alone.issues.map { FormIssue(field: $0.field.map(outer), $0.message) }, "\(message)")
      #expect(inside.focus == alone.focus.map(outer), "\(message)")
      #expect(inside.isDirty == alone.isDirty && inside.isValid == alone.isValid, "\(message)")
      let fields = inside.fields.filter { $0.name != "sender" }
      #expect(fields.map(\.name) == alone.fields.map { outer($0.name) }, "\(message)")
      #expect(fields.map(\.text) == alone.fields.map(\.text), "\(message)")
      #expect(fields.map(\.issue) == alone.fields.map(\.issue), "\(message)")
      #expect(fields.map(\.isChecking) == alone.fields.map(\.isChecking), "\(message)")
      #expect(asked.count == found.count, "\(message)")
      let rows = inside.rows(Parcel.first, \.order.lines)
      #expect(rows.map(\.issue) == alone.rows(\.lines).map(\.issue), "\(message)")
      #expect(rows.map(\.isNew) == alone.rows(\.lines).map(\.isNew), "\(message)")
      #expect(rows.map(\.fields.count) == alone.rows(\.lines).map(\.fields.count), "\(message)")
    }
  }

  @Test("has names, statuses and complaints by the ids of all rows")
  func names() {
    var form = ParcelForm(.valid)
    #expect(line.name == "orders[1].lines[2]" && line.name(of: \.amount) == "orders[1].lines[2].amount")
    form.take(.type(line, \.amount, "x"), .leave("orders[1].lines[2].amount"))
    #expect(form[line, \.amount]?.text == "x" && form[line, \.amount]?.issue == "Enter a whole number.")
    #expect(
      form[line]?.isDirty == true && form[line]?.fields.count == 3 && form[Parcel.first]?.isDirty == true)
    #expect(form[FormRow(\Parcel.orders, 2)]?.isDirty == false)
    #expect(form[Parcel.first.row(\.order.lines, 9)] == nil)
    #expect(form.rows(\.orders).map { $0.fields.count } == [8, 8])
    let missing = form.take(
      .append(FormRow(\Parcel.orders, 7), \.order.lines, Line(id: 1)), .type(field: line.name, text: ""))
    #expect(missing.first == .report(.noRow("orders[7].lines", form: "Parcel")))
  }

  @Test("moves the focus to the first row of a list that its own rule refuses, or to a named field")
  func focus() {
    var form = ParcelForm(.valid)
    form.take(.type(line, \.amount, "200"), .submit)
    #expect(form.issues == [FormIssue(field: "orders[1].lines", "Order 100 pieces at most.")])
    #expect(form.focus == "orders[1].lines[1].product")
    form.take(.remove(line), .remove(Parcel.first.row(\.order.lines, 1)), .submit)
    #expect(form.focus == "orders[1].lines", "A list without rows has a button that adds one.")
    #expect(form["orders[1].lines"]?.isFocused == true)
    form.take(.focusNext)
    #expect(form.focus == "orders[1].note")
    form.take(.focus("orders[1].lines"), .focusPrevious)
    #expect(form.focus == "orders[1].customer")
    form.take(.remove(Parcel.first), .remove(FormRow(\Parcel.orders, 2)), .submit)
    #expect(form.issues == [FormIssue(field: "orders", "Add an order.")] && form.focus == "sender")
  }

  @Test("joins what the user and others have changed, down to the fields of inner rows")
  func rebase() {
    var form = ParcelForm(.valid)
    form.take(.type(line, \.amount, "5"), .append(Parcel.first, \.order.lines, Line(id: 8, product: "ham")))
    var theirs = Parcel.valid
    theirs.orders[0].order.lines[1].product = "honey"
    theirs.orders[0].order.lines.remove(at: 0)
    theirs.orders[1].order.customer = "Cleo"
    form.take(.rebase(onto: theirs))
    let lines = form.value.orders[0].order.lines
    #expect(lines.map(\.id) == [2, 8] && lines[0].product == "honey" && lines[0].amount == 5)
    #expect(form.value.orders[1].order.customer == "Cleo" && form.initial == theirs)
  }

  @Test("records its changes, which are equal only at the same row")
  func recording() throws {
    let messages: [ParcelMessage] = [
      .append(Parcel.first, \.order.lines, Line(id: 7, product: "ham")), .move(line, to: 0), .remove(line),
      .choose(line, \.isGift, true), .type(line, \.amount, "x"),
    ]
    let read = try JSONDecoder().decode([ParcelMessage].self, from: JSONEncoder().encode(messages))
    #expect(read == messages)
    var (form, copied) = (ParcelForm(.valid), ParcelForm(.valid))
    for (message, copy) in zip(messages, read) {
      form.take(message)
      copied.take(copy)
    }
    #expect(form == copied && form.value.orders[0].order.lines.map(\.id) == [1, 7])
    let other = FormRow(\Parcel.orders, 2).row(\.order.lines, 2)
    #expect(messages[3] != .choose(other, \.isGift, true))
    #expect(messages[3] != .choose(Parcel.first.row(\.order.lines, 1), \.isGift, true))
  }

  @MainActor
  @Test("is bound, checked and refused by the server like any other")
  func work() async throws {
    let asked = Locked<[String]>([])
    let logic = FormLogic<Parcel, ParcelMessage>(
      "parcel", { $0 },
      checks: [
        FieldCheck(
          rows: \.orders,
          FieldCheck(rows: \.order.lines, \.product) { product in
            asked.withLock { $0.append(product) }
            return product == "salt" ? "No salt." : nil
          })
      ]
    ) { values, _ in
      throw FormRejection([FormIssue(Parcel.first.row(\.order.lines, 2), \.amount, "Too many.")])
    }
    let store = Store(ParcelForm(.valid)) { form, message in logic.update(&form, message) }
    let form = store.scope(\.self) { $0 }
    let product = try #require(form.textBinding(line, \.product).unwrapped())
    let gift = try #require(form.valueBinding(line, \.isGift).unwrapped())
    gift.wrappedValue = true
    #expect(store.value.orders[0].order.lines[1].isGift && gift.wrappedValue)
    await store.sender().sendAndFinish(.type(line, \.product, "salt"))
    #expect(product.wrappedValue == "salt")
    #expect(asked.withLock { $0 } == ["salt"] && store.state[line, \.product]?.issue == "No salt.")
    await store.sender().sendAndFinish(.type(line, \.product, "rice"))
    await store.sender().sendAndFinish(.submit)
    #expect(store.state[line, \.amount]?.issue == "Too many." && store.focus == "orders[1].lines[2].amount")
    store.send(.remove(line))
    gift.wrappedValue = false
    #expect(
      form.textBinding(line, \.product).wrappedValue == nil && store.value.orders[0].order.lines.count == 1)
  }

  @Test("may be of the same type as the rows around it")
  func tree() {
    var form = FormState(Folder(id: "root", folders: [Folder(id: "a", folders: [Folder(id: "b")])]))
    let inner = FormRow(\Folder.folders, "a").row(\.folders, "b")
    form.take(.type(inner, \.title, ""), .append(inner, \.folders, Folder(id: "c")), .submit)
    #expect(form.focus == "folders[a].folders[b].title")
    form.take(.type(inner, \.title, "B"))
    #expect(form.isValid && form.fields.count == 4)
    form.take(.type(inner.row(\.folders, "c"), \.title, "C"))
    #expect(form.value.folders[0].folders[0].folders[0].title == "C")
  }

  struct Folder: FormValues, Identifiable {
    var id: String
    var title = "new"
    var folders: [Folder] = []
    static let form = FormDefinition<Folder>(fields: [
      FormField("title", \.title) { $0.isEmpty ? "Enter a title." : nil },
      FormField(rows: "folders", \.folders),
    ])
  }
}
