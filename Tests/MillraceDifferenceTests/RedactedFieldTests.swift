import MillraceDifference
import MillraceForms
import MillraceUndo
import Testing

/// Values that carry a field's value beside its name.
@Suite("A hidden field")
struct RedactedFieldTests {
  private struct Login: FormValues {
    var user = ""
    var password = ""

    static let form = FormDefinition<Login>(
      fields: [FormField("user", \.user), FormField("password", \.password)])
  }

  private struct Account: UndoableState, Equatable {
    var user = ""
    var password = ""
    var undoHistory = UndoHistory<Account>()

    static let undoParts: [UndoPart<Account>] = [.value("user", \.user), .value("password", \.password)]
  }

  private static func texts(_ value: Any) -> [String] {
    [readableText(value, .usual), readableLine(value, .usual), Redaction.usual.text(of: value)]
  }

  @Test("is hidden in the messages of a form, and in its state")
  func form() {
    var form = FormState(Login())
    let messages: [FormMessage<Login>] = [
      .type(field: "password", text: "pearl"), .choose(\.password, "pearl"),
      .type(field: "user", text: "ada"),
    ]
    for message in messages { _ = form.handle(message) }
    for text in (messages as [Any] + [form, form.fields]).flatMap(Self.texts) {
      #expect(!text.contains("pearl"), "\(text)")
    }
    #expect(readableLine(messages[0], .usual) == #".type(field: "password", text: <redacted>)"#)
    #expect(readableLine(messages[2], .usual) == #".type(field: "user", text: "ada")"#)
    #expect(readableLine(FieldChange(\Login.user, "ada"), .usual) == #"user = "ada""#)
  }

  @Test("is hidden in the steps of an undo history")
  func undo() {
    var account = Account()
    for password in ["pearl", "tide"] {
      account.undoable("Change") {
        $0.password = password
        $0.user = "ada"
      }
    }
    account.undo()
    let before = account
    account.undo()
    for text in Self.texts(account) + ["\(Difference(from: before, to: account, redaction: .usual) as Any)"] {
      #expect(!text.contains("pearl") && !text.contains("tide"), "\(text)")
    }
  }

  @Test("is hidden under a name with a path")
  func path() {
    let text = readableLine(["people[7].password": "pearl", "a.user": "ada"], .usual)
    #expect(text.contains("<redacted>") && text.contains("ada") && !text.contains("pearl"), "\(text)")
  }
}
