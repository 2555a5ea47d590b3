import Foundation
import Millrace
import TestResources
import Testing

@testable import MillraceDifference

private struct Password: Hashable { var text: String }

private struct Login: Hashable, Sendable {
  var user = "ada"
  @Redacted var word = "pearl"
}

private struct Account: Hashable {
  var name: String
  var accessToken: String?
  var apiKey = "pearl"
}

/// A short value that describes itself.
private struct Tag: Hashable, CustomStringConvertible {
  var pin: String
  var description: String { "tag \(pin)" }
}

private enum Event: Hashable {
  case signedIn(user: String, word: String)
  case signedOut
}

private enum Failure: Error, CustomStringConvertible {
  case refused(token: String)
  case offline

  var description: String {
    switch self {
    case .refused(let token): "The server refused \(token)."
    case .offline: "There is no network."
    }
  }
}

@Suite struct RedactionTests {
  @Test("A marked value shows as <redacted> in every kind of text")
  func marked() {
    let login = Login()
    var dumped = ""
    dump(login, to: &dumped)
    let box = AnyHashable(["a": [login]])
    for text in [
      "\(login)", String(reflecting: login), dumped, "\([login])", "\(Optional(login) as Any)", "\(box)",
      readableText(login), readableLine([1: login]), "\(Redacted(login))", "\(Failure.self) \(Redacted(1))",
    ] {
      #expect(!text.contains("pearl"), "\(text)")
    }
    #expect(readableLine(login) == #"Login(user: "ada", word: <redacted>)"#)
    #expect(login.word == "pearl")
  }

  @Test("A marked value is compared and coded by its value, and a difference only says that it changed")
  func comparing() throws {
    let old = Login()
    var new = old
    new.word = "diamond"
    #expect(old != new)
    #expect(Difference(from: old, to: old) == nil)
    #expect(
      differenceText(old, new) == """
          Login(
            … (1 unchanged)
        +   word: <redacted> (changed)
          )
        """)
    #expect(Difference(from: old, to: new)?.parts() == ["+ word: <redacted> (changed)"])
    let bytes = try JSONEncoder().encode(["a": Redacted("pearl")])
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":"pearl"}"#)
    #expect(
      try JSONDecoder().decode([String: Redacted<String>].self, from: bytes) == ["a": Redacted("pearl")])
  }

  @Test("A marked value without == is compared by its parts")
  func withoutEquality() {
    struct Plain { var number: Int }
    #expect(Difference(from: Redacted(Plain(number: 1)), to: Redacted(Plain(number: 1))) == nil)
    #expect(Difference(from: Redacted(Plain(number: 1)), to: Redacted(Plain(number: 2))) != nil)
  }

  @Test("Types, fields and the payloads of cases are hidden by a redaction, and nothing else is")
  func redaction() {
    let redaction = Redaction(
      types: [Password.self], fields: ["access-token", "apikey"], cases: ["signedIn"])
    #expect(readableLine(Password(text: "pearl"), redaction) == "<redacted>")
    #expect(readableLine([Optional(Password(text: "pearl"))], redaction) == "[<redacted>]")
    #expect(
      readableLine(Account(name: "ada", accessToken: "pearl"), redaction)
        == #"Account(name: "ada", accessToken: <redacted>, apiKey: <redacted>)"#)
    #expect(
      readableLine(["AccessToken": "pearl", "b": "c"], redaction) == #"["AccessToken": <redacted>, "b": "c"]"#
    )
    #expect(readableLine(Event.signedIn(user: "ada", word: "pearl"), redaction) == ".signedIn(<redacted>)")
    #expect(readableLine(Event.signedOut, redaction) == ".signedOut")
    #expect(readableLine([Password(text: "pearl"): 1] as RowTable, redaction) == "[<redacted>: 1]")
    #expect(readableLine(Redaction.usual.and(types: [Password.self]), .marked).contains("types"))
  }

  @Test("A description that could contain a hidden part is not used")
  func descriptions() {
    #expect(readableLine(Tag(pin: "1234")) == "tag 1234")
    #expect(readableLine(Tag(pin: "1234"), .usual) == "Tag(pin: <redacted>)")
    let values = ["a": Account(name: "b", accessToken: "pearl", apiKey: "pearl")].values
    #expect(!readableLine(values, .usual).contains("pearl"))
    #expect(Redaction.usual.text(of: Failure.refused(token: "pearl")) == ".refused(token: <redacted>)")
    #expect(Redaction.usual.text(of: Failure.offline) == "There is no network.")
    #expect(Redaction.marked.text(of: Failure.refused(token: "x")) == "The server refused x.")
  }

  /// A value of chance with the secret somewhere in it, always hidden by its mark, its type, its field or its
  /// case.
  private func nested(_ depth: Int, using dice: inout SeededGenerator) -> Any {
    if depth == 0 {
      switch Int.random(in: 0...5, using: &dice) {
      case 0: return Redacted("pearl")
      case 1: return Password(text: "pearl")
      case 2: return Account(name: "a", accessToken: "pearl", apiKey: "pearl")
      case 3: return Event.signedIn(user: "pearl", word: "pearl")
      case 4: return ["password": "pearl"]
      default: return Login(user: "b", word: "pearl")
      }
    }
    let inner = nested(depth - 1, using: &dice)
    switch Int.random(in: 0...8, using: &dice) {
    case 0: return [inner]
    case 1: return ["key": inner]
    case 2: return (inner, 1)
    case 3: return Optional(inner) as Any
    case 4: return Result<Any, any Error>.success(inner)
    case 5: return [1: inner] as RowTable
    case 6: return Holder(inner)
    case 7: return [7: ["deep": [inner]]]
    default: return (label: "x", inner: inner)
    }
  }

  private final class Holder {
    let held: Any
    init(_ held: Any) { self.held = held }
  }

  @Test("What is hidden occurs in no text, whatever it is nested in")
  func law() {
    let redaction = Redaction.usual.and(types: [Password.self], cases: ["signedIn"])
    for seed in 0..<600 as Range<UInt64> {
      var dice = SeededGenerator(seed: seed)
      let old = nested(Int.random(in: 0...5, using: &dice), using: &dice)
      let new = Bool.random(using: &dice) ? nested(Int.random(in: 0...5, using: &dice), using: &dice) : [old]
      let difference = Difference(from: old, to: new, redaction: redaction)
      let remembered = RememberedValue(old, redaction).difference(to: new, redaction)
      let texts = [
        readableText(old, redaction), readableLine(old, redaction), redaction.text(of: old),
        difference?.description ?? "", difference?.parts().joined() ?? "",
        remembered?.parts().joined() ?? "",
      ]
      for text in texts { #expect(!text.contains("pearl"), "seed \(seed): \(text)") }
    }
  }
}
