import Foundation
import Millrace
import MillraceForms
import MillraceTesting
import Testing

#if canImport(SwiftUI)
import SwiftUI
#endif

nonisolated struct Radio: Equatable, BindableState {
  var title = ""
  var volume = 5
  var tone = Tone()

  static let bindableFields: BindableFields<Radio> = [
    BindableField("volume", \.volume),
    BindableField("bass", \.tone.bass),
  ]
}

nonisolated struct Tone: Equatable, Codable {
  var bass = 0
}

nonisolated enum RadioMessage: BindableMessage {
  case change(FieldChange<Radio>)
  case rename(String)
}

func updateRadio(_ radio: inout Radio, _ message: RadioMessage) -> Effect<RadioMessage> {
  switch message {
  case .change(let change): change.apply(to: &radio)
  case .rename(let title): radio.title = title
  }
  return .none
}

nonisolated struct SignUp: FormValues, Codable {
  var name = ""
  var age = 18
  var newsletter = false
  var daysBetween = 7
  var password = ""
  var repeated = ""

  static let form = FormDefinition<SignUp>(
    fields: [
      FormField("name", \.name) { $0.isEmpty ? "Enter a name." : nil },
      FormField("age", \.age, .integer()) { $0 < 18 ? "You must be 18." : nil },
      FormField("newsletter", \.newsletter),
      FormField("days", \.daysBetween, .integer()).when { $0.newsletter },
      FormField("password", \.password) { $0.count < 4 ? "Use at least 4 letters." : nil },
      FormField("repeated", \.repeated),
    ],
    rules: [
      FormRule(at: \.repeated) { $0.password == $0.repeated ? nil : "The passwords differ." }
    ])
}

nonisolated struct Door: Equatable {
  var signUp = FormState(SignUp())
  var account: String?
}

nonisolated enum DoorMessage: Sendable {
  case signUp(FormMessage<SignUp>)
  case signedUp(String)
}

nonisolated struct Accounts: Sendable {
  var isTaken: @Sendable (String) async throws -> Bool
  var add: @Sendable (SignUp) async throws -> String
}

func makeDoor(_ accounts: Accounts, environment: StoreEnvironment) -> Store<Door, DoorMessage> {
  let logic = FormLogic<SignUp, DoorMessage>(
    "sign up", { .signUp($0) },
    checks: [
      FieldCheck(\.name, after: .milliseconds(300)) { name in
        try await accounts.isTaken(name) ? "\(name) is taken." : nil
      }
    ]
  ) { values, send in
    let account = try await accounts.add(values)
    await send(.signedUp(account))
  }
  return Store(Door(), environment: environment) { door, message in
    switch message {
    case .signUp(let message): return logic.update(&door.signUp, message)
    case .signedUp(let account): door.account = account
    }
    return .none
  }
}

nonisolated struct Invoice: FormValues, Codable {
  var customer = ""
  var lines: [InvoiceLine] = []

  static let form = FormDefinition<Invoice>(
    fields: [
      FormField("customer", \.customer) { $0.isEmpty ? "Enter a customer." : nil },
      FormField(rows: "lines", \.lines) { $0.isEmpty ? "Add a line." : nil },
    ],
    rules: [
      FormRule(at: \.lines) { $0.lines.count > 50 ? "Write a second invoice." : nil }
    ])
}

nonisolated struct InvoiceLine: FormValues, Codable, Identifiable {
  var id: Int
  var product = ""
  var amount = 1

  static let form = FormDefinition<InvoiceLine>(fields: [
    FormField("product", \.product) { $0.isEmpty ? "Enter a product." : nil },
    FormField("amount", \.amount, .integer()) { $0 < 1 ? "Enter 1 or more." : nil },
  ])
}

nonisolated struct InvoiceService: Sendable {
  var has: @Sendable (String) async throws -> Bool
  var order: @Sendable (Invoice) async throws -> Void
}

func makeInvoice(_ shop: InvoiceService) -> Store<FormState<Invoice>, FormMessage<Invoice>> {
  let logic = FormLogic<Invoice, FormMessage<Invoice>>(
    "invoice", { $0 },
    checks: [
      FieldCheck(rows: \.lines, \.product) { product in
        try await shop.has(product) ? nil : "There is no \(product)."
      }
    ]
  ) { values, _ in
    try await shop.order(values)
  }
  return Store(FormState(Invoice())) { form, message in logic.update(&form, message) }
}

nonisolated struct Menu: FormValues, Codable {
  var dishes: [Dish] = []

  static let form = FormDefinition<Menu>(fields: [
    FormField(rows: "dishes", \.dishes) { $0.isEmpty ? "Add a dish." : nil }
  ])
}

nonisolated struct Dish: FormValues, Codable, Identifiable {
  var id: Int
  var name = ""
  var options: [DishOption] = []

  static let form = FormDefinition<Dish>(fields: [
    FormField("name", \.name) { $0.isEmpty ? "Enter a name." : nil },
    FormField(rows: "options", \.options),
  ])
}

nonisolated struct DishOption: FormValues, Codable, Identifiable {
  var id: Int
  var price = 0.0

  static let form = FormDefinition<DishOption>(fields: [
    FormField("price", \.price, .decimal(locale: Locale(identifier: "de_DE"))) { price in
      price < 0 ? "Enter 0 or more." : nil
    }
  ])
}

#if canImport(SwiftUI)
struct SignUpView: View {
  let store: Store<Door, DoorMessage>
  @FocusState private var focus: String?

  var body: some View {
    let form = store.scope(\.signUp) { .signUp($0) }
    VStack {
      TextField("Name", text: form.textBinding(\.name).swiftUI)
        .focused($focus, equals: "name")
      Text(store.signUp[\.name].issue ?? "")
      Toggle("Newsletter", isOn: form.valueBinding(\.newsletter).swiftUI)
      Button("Sign up") { form.send(.submit) }
        .disabled(store.signUp.isSubmitting)
    }
    .focus($focus, follows: form.focusBinding())
  }
}
#endif

nonisolated struct Room {
  var radios: RowTable<Int, Radio> = [7: Radio()]
}

nonisolated enum RoomMessage: Sendable {
  case radio(Int, RadioMessage)
}

@MainActor
@Suite("Bindings and forms") struct FormsSamples {
  @Test("A binding sends a message, of its own or a plain change")
  func bindings() {
    let store = Store(Radio(), update: updateRadio)
    let title = store.binding(\.title) { .rename($0) }
    title.wrappedValue = "Sea"
    #expect(store.title == "Sea")

    let volume = store.binding(\.volume)
    volume.wrappedValue = 7
    #expect(store.volume == 7)
  }

  @Test("A row has bindings while it is there")
  func rows() {
    let store = Store(Room(), of: RoomMessage.self) { room, message in
      switch message {
      case .radio(let id, let message):
        room.radios.update(id: id) { _ = updateRadio(&$0, message) }
      }
      return .none
    }
    let row = store.scope(\.radios, row: 7) { .radio(7, $0) }
    if let title = row.binding(part: \.title, { .rename($0) }).unwrapped() {
      title.wrappedValue = "Lake"
    }
    #expect(store.radios[7]?.title == "Lake")
  }

  @Test("A form shows texts, complaints and its focus, checks a name and submits once")
  func form() async throws {
    let clock = ManualClock()
    let accounts = Accounts(
      isTaken: { $0 == "Eve" },
      add: { values in
        if values.age > 120 { throw FormRejection([FormIssue(\SignUp.age, "Are you sure?")]) }
        return values.name.lowercased()
      })
    let store = makeDoor(accounts, environment: StoreEnvironment(clock: clock))
    let form = store.scope(\.signUp) { .signUp($0) }
    let (name, age) = (form.textBinding(\.name), form.textBinding(\.age))
    let news = form.valueBinding(\.newsletter)
    let focus = form.focusBinding()

    focus.wrappedValue = "age"
    age.wrappedValue = "4x"
    form.send(.focusNext)

    #expect(store.signUp.value.age == 18)
    #expect(store.signUp[\.age].text == "4x")
    #expect(store.signUp[\.age].issue == "Enter a whole number.")

    var lines: [String] = []
    var shown: [String?] = []
    for field in store.signUp.fields {
      lines.append("\(field.isFocused ? ">" : " ") \(field.name): \(field.text)  \(field.issue ?? "")")
    }
    let token = form.observe(\.[\.age].issue) { issue in shown.append(issue) }
    #expect(lines[1] == "  age: 4x  Enter a whole number." && lines[2] == "> newsletter: false  ")
    age.wrappedValue = "40"
    #expect(shown == [nil])
    token.cancel()

    news.wrappedValue = true
    name.wrappedValue = "Eve"
    form.textBinding(\.password).wrappedValue = "tide"
    form.textBinding(\.repeated).wrappedValue = "tide"
    form.send(.submit)
    #expect(store.signUp.phase == .waiting)
    await clock.advance(by: .milliseconds(300))
    await store.run()
    #expect(store.signUp[\.name].issue == "Eve is taken." && store.signUp.focus == "name")

    name.wrappedValue = "Ada"
    form.send(.submit)
    form.send(.submit)
    await clock.advance(by: .milliseconds(300))
    await store.run()
    #expect(store.account == "ada" && store.signUp.phase == .accepted && !store.signUp.isDirty)
  }

  @Test("Rows may have lists of their own")
  func nestedRows() {
    let logic = FormLogic<Menu, FormMessage<Menu>>("menu", { $0 })
    let menu = Store(FormState(Menu())) { form, message in logic.update(&form, message) }
    let dish = FormRow(\Menu.dishes, 7)
    let option = dish.row(\.options, 2)

    menu.send(.append(\.dishes, Dish(id: 7, name: "Soup")))
    menu.send(.append(dish, \.options, DishOption(id: 2)))
    menu.send(.type(option, \.price, "2,50"))
    #expect(option.name == "dishes[7].options[2]")
    #expect(menu.state[option, \.price]?.text == "2,50")
    #expect(menu.state.value.dishes[0].options[0].price == 2.5)
    var prices: [String] = []
    for row in menu.state.rows(dish, \.options) {
      prices += row.fields.map(\.text)
    }
    #expect(prices == ["2,50"])
    menu.send(.type(option, \.price, "-1"))
    menu.send(.submit)
    #expect(menu.state.focus == "dishes[7].options[2].price")
  }

  @Test("A form with a list adds, moves and removes rows, and shows the server's refusal")
  func list() async throws {
    let shop = InvoiceService(
      has: { $0 != "moon" },
      order: { values in
        let lines = values.lines
        if lines.contains(where: { $0.amount > 10 }) {
          throw FormRejection(
            [FormIssue("The shop is closed.")]
              + lines.map { FormIssue(\Invoice.lines, $0.id, \InvoiceLine.amount, "At most 10.") })
        }
      })
    let store = makeInvoice(shop)
    let form = store.scope(\.self) { $0 }
    store.send(.append(\.lines, InvoiceLine(id: 7)))
    store.send(.insert(\.lines, InvoiceLine(id: 8), at: 0))
    store.send(.move(\.lines, 7, to: 0))
    store.send(.remove(\.lines, 8))
    #expect(store.state.value.lines.map(\.id) == [7])

    if let amount = form.textBinding(\.lines, 7, \.amount).unwrapped() {
      amount.wrappedValue = "4x"
    }
    store.send(.leave("lines[7].amount"))
    #expect(store.state[\.lines, 7, \.amount]?.issue == "Enter a whole number.")

    var lines: [String] = []
    for row in store.state.rows(\.lines) {
      lines += row.fields.map { "\($0.name): \($0.text)  \($0.issue ?? "")" }
    }
    #expect(lines == ["lines[7].product:   ", "lines[7].amount: 4x  Enter a whole number."])
    store.send(.type(\.customer, "Ada"))
    store.send(.type(\.lines, 7, \.amount, "11"))
    store.send(.type(\.lines, 7, \.product, "moon"))
    await store.run()
    #expect(store.state[\.lines, 7, \.product]?.issue == "There is no moon.")
    store.send(.type(\.lines, 7, \.product, "tea"))
    store.send(.submit)
    await store.run()
    let refusal = store.state.rejection?.formMessages ?? []
    #expect(refusal == ["The shop is closed."] && store.state.focus == "lines[7].amount")
    #expect(store.state[\.lines, 7, \.amount]?.issue == "At most 10.")
    store.send(.type(\.lines, 7, \.amount, "2"))
    store.send(.submit)
    await store.run()
    #expect(store.state.phase == .accepted && store.state.rejection == nil)
  }
}
