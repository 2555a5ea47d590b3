import MillraceJournal
import NotesModel

@testable import NotesServer
@testable import NotesShelf

/// The laws of bodies and targets: what is read of one is read again from what is written of it.
enum FuzzBodies {
  static func checkBody(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let kind = Kind.allCases[Int(first) % Kind.allCases.count]
    guard let value = try? JSON.read(Array(bytes.dropFirst())) else { return }
    try HTTPFuzzFinding.unless(
      value.merged(with: .object([])) == value || !value.isObject, "A patch of nothing changes.")
    guard let item = try? Item(kind, value, number: 7) else { return }
    try HTTPFuzzFinding.unless(item.id == ItemID(kind, 7), "An item has another number than it was given.")
    let written = JSON.bytes(item.content)
    guard let again = try? Item(kind, JSON.read(written), number: 7) else {
      throw HTTPFuzzFinding(description: "What is written of an item is refused.")
    }
    try HTTPFuzzFinding.unless(
      again == item && JSON.bytes(again.content) == written, "An item is read as another.")
  }

  static func checkTarget(_ bytes: [UInt8]) throws {
    guard let target = try? Target(bytes) else { return }
    guard case .list(let kind) = target.place, let query = try? ListQuery(kind, target.query) else { return }
    try HTTPFuzzFinding.unless(query.words.count <= ListQuery.wordCount, "There are too many words.")
    let path = Array(query.path(page: query.page).utf8)
    guard let again = try? Target(path), again.place == target.place,
      let read = try? ListQuery(kind, again.query)
    else { throw HTTPFuzzFinding(description: "The link to a page is refused.") }
    try HTTPFuzzFinding.unless(read == query, "The link to a page leads to another.")
    try HTTPFuzzFinding.unless(
      query.links(total: .max / 2).utf8.count < 4 << 10, "The links have no room in a head.")
  }
}

extension JSON {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
