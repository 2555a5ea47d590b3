import Foundation
import Millrace
import MillraceForms
import TestResources
import Testing

@Suite("A list in a form") struct FormRowsTests {
  @Test("has rows with fields, texts and complaints, which follow the id when rows move")
  func rows() {
    var form = OrderForm.valid
    form.take(.type(\.lines, 2, \.amount, "x"), .leave("lines[2].amount"), .move(\.lines, 2, to: 0))
    #expect(form.ids == [2, 1])
    #expect(form[\.lines, 2, \.amount]?.text == "x" && form[\.lines, 1, \.amount]?.text == "1")
    #expect(form[\.lines, 2, \.amount]?.issue == "Enter a whole number.")
    #expect(form.rows(\.lines).map(\.id) == [2, 1])
    #expect(
      form.rows(\.lines)[0].fields.map(\.name) == ["lines[2].product", "lines[2].amount", "lines[2].gift"])
    #expect(form.issues == [FormIssue(field: "lines[2].amount", "Enter a whole number.")])
    form.take(.type(\.lines, 2, \.amount, "3"))
    #expect(form.value.lines[0].amount == 3 && form.isValid)
  }

  @Test("adds rows at the end and at a position, and refuses an id that is there")
  func adding() {
    var form = OrderForm(Order(customer: "Ada"))
    form.take(.submit)
    #expect(form[\.lines].issue == "Add a line." && form.focus == "lines")
    form.take(
      .append(\.lines, Line(id: 5)), .insert(\.lines, Line(id: 3), at: 0),
      .insert(\.lines, Line(id: 4), at: 9))
    #expect(form.ids == [3, 5, 4])
    #expect(form.rows(\.lines).allSatisfy { $0.isNew && $0.isDirty })
    #expect(form[\.lines].isDirty && form[\.lines].issue == nil)
    let reports = form.take(.append(\.lines, Line(id: 5, product: "late")))
    #expect(reports == [.report(.repeatedRow("lines[5]", form: "Order"))])
    #expect(form.ids == [3, 5, 4] && form.value.lines[1].product == "")
  }

  @Test("forgets texts, complaints, focus and checks of a removed row, also when its id comes again")
  func removing() {
    var form = OrderForm.valid
    let checked: Set = ["lines[].product"]
    let asked = form.take(
      .type(\.lines, 2, \.amount, "x"), .type(\.lines, 2, \.product, "ham"), .leave("lines[2].amount"),
      .focus(\.lines, 2, \.amount), checking: checked)
    guard case .check("lines[2].product", let values, let ticket) = asked.last else {
      Issue.record("\(asked)")
      return
    }
    #expect(values.lines[1].product == "ham" && form.focus == "lines[2].amount")
    #expect(form.take(.remove(\.lines, 2), checking: checked) == [.cancelCheck(field: "lines[2].product")])
    #expect(form.focus == nil && form.isValid && form.ids == [1])
    #expect(form[\.lines, 2] == nil && form[\.lines, 2, \.amount] == nil)
    let removed = form
    let late = CheckAnswer(field: "lines[2].product", ticket: ticket, outcome: .failed("No ham."))
    form.take(
      .checked(late), .remove(\.lines, 2), .move(\.lines, 2, to: 0), .leave("lines[2].amount"),
      .focus("lines[2].amount"))
    #expect(form == removed)
    form.take(.append(\.lines, Line(id: 2, product: "ham")), .checked(late))
    #expect(form[\.lines, 2, \.amount]?.text == "1" && form[\.lines, 2, \.product]?.check == nil)
    #expect(form[\.lines, 2, \.amount]?.isTouched == false && form.isValid)
  }

  @Test("reports an edit of a field whose row has gone, and of a field that rows do not have")
  func unknown() {
    var form = OrderForm.valid
    let before = form
    #expect(
      form.take(.type(\.lines, 9, \.amount, "1"), .choose(\.lines, 9, \.isGift, true))
        == [
          .report(.noRow("lines[9].amount", form: "Order")), .report(.noRow("lines[9].gift", form: "Order")),
        ])
    #expect(
      form.take(.type(field: "lines[1].price", text: "1")) == [
        .report(.unknownField("lines[1].price", form: "Order"))
      ])
    #expect(form.take(.type(field: "lines[1]", text: "1")) == [.report(.notTyped("lines[1]", form: "Order"))])
    #expect(form == before)
    #expect("\(FormError.noRow("lines[9].amount", form: "Order"))".contains("its row is not in the list"))
  }

  @Test("asks the rules of a row, of the list and of the form, each once the texts that it needs are values")
  func rules() {
    var form = OrderForm.valid
    form.take(.choose(\.lines, 1, \.isGift, true), .type(\.lines, 1, \.greeting, "Dear Ada, all the best"))
    form.take(.type(\.lines, 2, \.product, "sold out"), .type(\.lines, 2, \.amount, "99"), .submit)
    #expect(form[\.lines, 1, \.greeting]?.issue == "The greeting is too long.")
    #expect(form[\.lines, 2]?.issue == "There is only one.")
    #expect(form.focus == "lines[1].greeting")
    form.take(.type(\.lines, 2, \.product, "tea"), .type(\.lines, 2, \.amount, "100"))
    #expect(form[\.lines].issue == "Order 100 pieces at most.")
    form.take(.type(\.lines, 1, \.amount, "x"))
    #expect(form.issues == [FormIssue(field: "lines[1].amount", "Enter a whole number.")])
    form.take(.type(\.lines, 1, \.amount, "3"), .type(\.lines, 2, \.amount, "7"))
    #expect(form.canSubmit)
  }

  @Test("has its rows in the order of the focus, and a field that does not take part is left out")
  func focus() {
    var form = OrderForm.valid
    var seen: [String?] = []
    for _ in 0..<9 {
      form.take(.focusNext)
      seen.append(form.focus)
    }
    let rows = [1, 2].flatMap { ["lines[\($0)].product", "lines[\($0)].amount", "lines[\($0)].gift"] }
    #expect(seen == ["customer"] + rows + ["note", "customer"])
    #expect(form.fields.map(\.name) == ["customer"] + rows + ["note"])
    form.take(.choose(\.lines, 2, \.isGift, true), .focus("lines[2].gift"), .focusNext)
    #expect(form.focus == "lines[2].greeting")
    form.take(.choose(\.lines, 2, \.isGift, false))
    #expect(form.focus == nil)
  }

  @Test("shows the server's complaints at fields of rows, at rows, at the list and for the whole form")
  func refusal() {
    var form = OrderForm.valid
    form.take(.submit)
    form.take(.remove(\.lines, 2), .append(\.lines, Line(id: 3, product: "ham")))
    form.take(
      .submitted(
        SubmissionAnswer(
          ticket: 1,
          outcome: .rejected([
            FormIssue(\Order.lines, 1, \Line.amount, "Too many."),
            FormIssue(\Order.lines, 1, "Not in stock."),
            FormIssue(\Order.lines, 2, \Line.product, "Gone."),
            FormIssue(\Order.lines, 3, \Line.product, "Never sent."),
            FormIssue(\Order.lines, "Too few."), FormIssue("The shop is closed."),
          ]))))
    #expect(form[\.lines, 1, \.amount]?.issue == "Too many." && form[\.lines, 1]?.issue == "Not in stock.")
    #expect(form[\.lines].issue == nil, "The list was edited since.")
    #expect(form.shownIssues == ["lines[3].product: Never sent.", "The shop is closed."])
    #expect(form.rejection?.formMessages == form.shownIssues)
    #expect(form.rejection?.issues.count == 4)
    form.take(.type(\.lines, 1, \.amount, "2"))
    #expect(form.rejection == nil && form[\.lines, 1]?.issue == nil)
    form.take(.submit)
    form.take(.submitted(SubmissionAnswer(ticket: 2, outcome: .rejected(FormRejection("Closed.").issues))))
    #expect(form.rejection?.formMessages == ["Closed."] && form.shownIssues == ["Closed."])
  }

  @Test("takes the rows that were changed outside, and keeps what the user has done")
  func rebase() {
    var form = OrderForm.valid
    form.take(
      .type(\.lines, 1, \.amount, "5"), .type(\.lines, 2, \.amount, "x"),
      .append(\.lines, Line(id: 9, product: "ham")))
    var theirs = Order.valid
    theirs.lines = [
      Line(id: 7, product: "bread"), Line(id: 2, product: "honey"), Line(id: 1, product: "green tea"),
    ]
    form.take(.rebase(onto: theirs))
    #expect(form.ids == [7, 2, 9, 1] && form.initial == theirs)
    #expect(form.value.lines.map(\.product) == ["bread", "honey", "ham", "green tea"])
    #expect(form.value.lines.map(\.amount) == [1, 1, 1, 5] && form[\.lines, 2, \.amount]?.text == "x")
    theirs.lines = []
    form.take(.rebase(onto: theirs))
    #expect(form.ids == [2, 9, 1], "Rows with edits stay, the one without has gone.")
    form.take(.remove(\.lines, 1), .move(\.lines, 9, to: 0), .rebase(onto: .valid))
    #expect(form.ids == [9, 1, 2])
  }

  @Test("records changes of fields and rows, and the form with its texts")
  func recording() throws {
    let messages: [OrderMessage] = [
      .append(\.lines, Line(id: 7, product: "ham")), .insert(\.lines, Line(id: 8), at: 0),
      .move(\.lines, 7, to: 0),
      .choose(\.lines, 7, \.isGift, true), .type(\.lines, 8, \.amount, "x"), .remove(\.lines, 1),
    ]
    let data = try JSONEncoder().encode(messages)
    let read = try JSONDecoder().decode([OrderMessage].self, from: data)
    #expect(read == messages)
    var (form, other) = (OrderForm.valid, OrderForm.valid)
    for (message, copy) in zip(messages, read) {
      form.take(message)
      other.take(copy)
    }
    #expect(form == other && form.ids == [7, 8, 2] && form.value.lines[0].isGift)
    #expect(try JSONDecoder().decode(OrderForm.self, from: JSONEncoder().encode(form)) == form)
    #expect(messages[3] != .choose(\.lines, 8, \.isGift, true))
    #expect(messages[0] != .append(\.lines, Line(id: 7, product: "jam")))
    guard case .rows(let change) = messages[2], case .change(let field) = messages[3] else { return }
    #expect("\(change)" == "lines: move 7 to 0" && "\(field)" == "lines[7].gift = true")
    let text = String(decoding: data, as: UTF8.self).replacing("\"lines\"", with: "\"rows\"")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([OrderMessage].self, from: Data(text.utf8))
    }
  }

  @Test(
    "tells rows apart whose ids are any texts", arguments: ["a]", "a", "].b", "\\", "]", "", "x].product"])
  func names(id: String) {
    var form = FormState(Tags(tags: [Tag(id: "other", text: "a"), Tag(id: id, text: "b")]))
    form.take(.type(\.tags, id, \.text, "c"))
    #expect(form.value.tags.map(\.text) == ["a", "c"])
    form.take(.remove(\.tags, id))
    #expect(form.value.tags.map(\.text) == ["a"])
  }

  struct Tags: FormValues {
    var tags: [Tag] = []
    static let form = FormDefinition<Tags>(fields: [FormField(rows: "tags", \.tags)])
  }

  struct Tag: FormValues, Identifiable {
    var id: String
    var text = ""
    static let form = FormDefinition<Tag>(fields: [FormField("product", \.text)])
  }

  @Test("is read although a rule of its rows answers otherwise the second time")
  func inconstantRule() {
    Mood.asked.withLock { $0 = 0 }
    #expect(FormState(Moods(rows: [Mood()])).issues.map(\.message) == ["Odd."])
  }

  struct Moods: FormValues {
    var rows: [Mood] = []
    static let form = FormDefinition<Moods>(fields: [FormField(rows: "rows", \.rows)])
  }

  struct Mood: FormValues, Identifiable {
    static let asked = Locked(0)

    var id = 1
    var text = ""
    static let form = FormDefinition<Mood>(
      fields: [FormField("text", \.text)],
      rules: [
        FormRule { _ in
          asked.withLock { count in
            count += 1
            return count % 2 == 1 ? "Odd." : nil
          }
        }
      ])
  }

  @MainActor
  @Test("binds texts and values of rows; bindings of a removed row write nothing")
  func bindings() throws {
    let store = Store(OrderForm.valid, of: OrderMessage.self) { form, message in
      for case .report(let error) in form.handle(message) { return .report(error) }
      return .none
    }
    let errors = Locked(0)
    store.flow.errorHandler = { _ in errors.withLock { $0 += 1 } }
    let form = store.scope(\.self) { $0 }
    let amount = try #require(form.textBinding(\.lines, 2, \.amount).unwrapped())
    let gift = try #require(form.valueBinding(\.lines, 2, \.isGift).unwrapped())
    amount.wrappedValue = " 4"
    gift.wrappedValue = true
    #expect(amount.wrappedValue == " 4" && store.value.lines[1].amount == 4 && store.value.lines[1].isGift)
    var issues: [String?] = []
    let token = form.observe(\.[\.lines, 2, \.amount]?.issue) { issues.append($0) }
    store.send(.type(\.lines, 2, \.amount, "x"))
    store.send(.leave("lines[2].amount"))
    store.send(.move(\.lines, 2, to: 0))
    #expect(issues == ["Enter a whole number."])
    store.send(.remove(\.lines, 2))
    amount.wrappedValue = "5"
    gift.wrappedValue = false
    #expect(amount.wrappedValue == " 4" && gift.wrappedValue)
    #expect(form.textBinding(\.lines, 2, \.amount).wrappedValue == nil && errors.withLock { $0 } == 0)
    token.cancel()
  }
}
