import MillraceJournal
import NotesModel
import Testing

@testable import NotesServer
@testable import NotesShelf

@Suite("What an item is made of")
struct ShapeTests {
  private func flaws(_ kind: Kind, _ text: String, number: Int? = nil) -> [Flaw] {
    do {
      _ = try Item(kind, JSON.read(Array(text.utf8)), number: number)
      return []
    } catch {
      if case ShelfError.wrongShape(let flaws) = error { return flaws }
      return [Flaw("?", "\(error)")]
    }
  }

  @Test("All that is wrong is told at once, with the paths to it")
  func everything() {
    #expect(
      flaws(.notes, #"{"userId":"x","title":"a\nb","extra":1,"a/b~c":2}"#) == [
        Flaw("/a~1b~0c", "is not a member of a note"), Flaw("/body", "is missing"),
        Flaw("/extra", "is not a member of a note"), Flaw("/title", "must be one line, but has several"),
        Flaw("/userId", "must be an integer of at most 2^53 - 1, but is a text"),
      ])
    #expect(flaws(.notes, "[]") == [Flaw("", "a note must be an object, but it is a list")])
    #expect(
      flaws(.todos, #"{"userId":1,"title":"a","completed":1}"#) == [
        Flaw("/completed", "must be true or false, but is a whole number")
      ])
  }

  @Test("The path to a part of a part is told")
  func parts() {
    let address = #"{"street":"","suite":"","city":"","zipcode":"","geo":{"lat":1,"lng":"2"}}"#
    let user = #"{"name":"a","username":"b","email":"c","address":\#(address),"company":[]}"#
    #expect(
      flaws(.users, user) == [
        Flaw("/address/geo/lat", "must be a text, but is a whole number"),
        Flaw("/company", "must be an object, but is a list"),
      ])
  }

  @Test("What may be missing may be null")
  func optional() {
    #expect(flaws(.users, #"{"name":"a","username":"b","email":"c","phone":null,"address":null}"#).isEmpty)
    #expect(
      flaws(.notes, #"{"userId":1,"title":"a","body":null}"#) == [
        Flaw("/body", "must be a text, but is null")
      ])
  }

  @Test("Texts may have as many characters as the limits say, and no more")
  func lengths() {
    func text(_ title: Int, _ body: Int) -> String {
      #"{"userId":1,"title":""# + String(repeating: "é", count: title) + #"","body":""#
        + String(repeating: "x", count: body) + #""}"#
    }
    #expect(flaws(.notes, text(1000, 100_000)).isEmpty)
    #expect(
      flaws(.notes, text(1001, 100_001)) == [
        Flaw("/body", "has 100001 characters, but may have at most 100000"),
        Flaw("/title", "has 1001 characters, but may have at most 1000"),
      ])
  }

  @Test(
    "Numbers that do not fit are refused",
    arguments: ["9007199254740992", "-9223372036854775808", "9223372036854775807", "1e30", "1.5", "true"])
  func numbers(number: String) {
    let found = flaws(.todos, #"{"userId":\#(number),"title":"","completed":true}"#)
    #expect(found.map(\.path) == ["/userId"])
  }

  @Test("An id is to be that of the path, and a new item needs none")
  func ids() {
    let text = #"{"id":7,"userId":1,"title":"","body":""}"#
    #expect(flaws(.notes, text).isEmpty)
    #expect(flaws(.notes, text, number: 7).isEmpty)
    #expect(flaws(.notes, text, number: 8) == [Flaw("/id", "is 7, but the path has 8")])
    #expect(
      flaws(.notes, #"{"id":"7","userId":1,"title":"","body":""}"#) == [
        Flaw("/id", "must be an integer, but is a text")
      ])
  }

  @Test("An item that is within the limits without a look at its JSON has no flaw")
  func limits() throws {
    let characters = ["a", "é", "\n", "\r\n", "\u{0B}", "\u{85}", "\u{2028}", "\u{2029}", "Â", "…", "👩‍👩‍👧", " "]
    var (sound, doubtful) = (0, 0)
    for seed in ShelfLawTests.seeds {
      var random = SeededRandom(seed)
      let length = random.isOneIn(5) ? Item.longestTitle - 2 + random.below(5) : random.below(6)
      let title =
        random.isOneIn(2)
        ? String(repeating: "a", count: length)
        : (0..<length).map { _ in characters[random.below(characters.count)] }.joined()
      let user = random.isOneIn(9) ? Shape.numberLimit + random.below(3) - 1 : random.below(9)
      let body = String(repeating: "é", count: random.isOneIn(9) ? Item.longestBody - 1 + random.below(3) : 1)
      let item: Item =
        random.isOneIn(2)
        ? .note(Note(userId: user, id: 1, title: title, body: body))
        : .todo(Todo(userId: user, id: 1, title: title, completed: true))
      let flaws = Shape.item(item.kind, id: 1).flaws(of: try JSON(encoding: item.content))
      if item.isWithinLimits { #expect(flaws.isEmpty, "seed \(seed): \(title)") }
      if item.isWithinLimits { sound += 1 } else { doubtful += 1 }
    }
    #expect(sound > 0 && doubtful > 0)
  }
}
