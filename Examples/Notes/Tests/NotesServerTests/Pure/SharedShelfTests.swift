import Millrace
import MillraceJournal
import MillraceSync
import NotesModel
import Testing

@testable import NotesServer
@testable import NotesShelf

@Suite("The shelf that servers share")
struct SharedShelfTests {
  @Test("What stands behind a command says what was decided about it, as a shelf of one server does")
  func results() throws {
    for seed in ShelfLawTests.seeds {
      var random = SeededRandom(seed)
      var (shared, alone) = (SharedShelf(), Shelf())
      for step in 0..<60 {
        // Some keys come again, for the same request or for another.
        let command = ChangeItem(&random, key: random.isOneIn(4) ? "\(random.below(9))" : "new \(step)")
        let expected = Result { () throws(ShelfError) in try alone.take(command) }
        let before = shared
        shared.take(.change(command))
        #expect(
          shared.result(of: command).map(\.first) == expected.map { Optional($0) },
          "seed \(seed), step \(step)")
        if case .failure = expected { #expect(shared == before, "seed \(seed), step \(step)") }
      }
      #expect(shared.shelf == alone, "seed \(seed)")
    }
  }

  @Test(
    "A server that starts from a snapshot, and reads messages, has the state and the digest of the others")
  func snapshots() throws {
    for seed in ShelfLawTests.seeds.prefix(100) {
      var random = SeededRandom(seed)
      var (first, second) = (SharedShelf(), SharedShelf())
      for step in 0..<60 {
        let message: ShelfMessage =
          switch random.below(8) {
          case 0: .began(id: "\(step)")
          case 1:
            .importPart(
              ImportPart(
                id: "\(random.below(4))", items: [note(100 + random.below(60), "part")],
                total: 1 + random.below(3)))
          default: .change(ChangeItem(&random, key: random.isOneIn(2) ? "\(random.below(99))" : nil))
          }
        first.take(message)
        second.take(try RecordDecoder().decode(ShelfMessage.self, from: RecordEncoder().encode(message)))
        if random.isOneIn(10) {
          second = try RecordDecoder().decode(SharedShelf.self, from: RecordEncoder().encode(second))
        }
        #expect(first == second, "seed \(seed), step \(step)")
      }
      #expect(try Self.digest(first) == Self.digest(second), "seed \(seed)")
    }
  }

  private static func digest(_ shelf: SharedShelf) throws -> UInt64 {
    var digest = StateDigest()
    try digest.add(shelf, of: "shelf", RecordSchema("shared-shelf"))
    return digest.value
  }

  @Test("An import in parts adds all or nothing, and says how many")
  func imports() {
    var shelf = SharedShelf()
    func take(_ items: [Item], _ id: String) -> Result<Int, ImportError> {
      for item in items { shelf.take(.importPart(ImportPart(id: id, items: [item], total: items.count))) }
      if items.isEmpty { shelf.take(.importPart(ImportPart(id: id, items: [], total: 0))) }
      return shelf.result(of: ImportItems(items: items), id: id)
    }
    let items = [note(1, "one"), todo(1, "do"), note(3, "three")]
    #expect(take(items, "a") == .success(3))
    #expect(take(items, "b") == .success(0))
    #expect(take([note(4, "four"), note(3, "other")], "c") == .failure(.taken(ItemID(.notes, 3))))
    #expect(shelf.shelf.all.count == 3)
    #expect(take([], "d") == .success(0))
  }

  @Test("An import that was forgotten for others says so, and has added nothing")
  func forgotten() {
    var shelf = SharedShelf()
    let items = [note(1, "one"), note(2, "two")]
    shelf.take(.importPart(ImportPart(id: "old", items: [items[0]], total: 2)))
    for number in 0..<SharedShelf.importLimit {
      shelf.take(.importPart(ImportPart(id: "\(number)", items: [user(9, "x")], total: 2)))
    }
    shelf.take(.importPart(ImportPart(id: "old", items: [items[1]], total: 2)))
    #expect(shelf.result(of: ImportItems(items: items), id: "old") == .failure(.interrupted))
    #expect(shelf.shelf.all.isEmpty)
  }

  @Test("Parts of an import fit into an entry, and are as few as that allows")
  func parts() {
    let long = String(repeating: "ü", count: Item.longestBody)
    let parts = ImportItems(items: (1...10).map { note($0, "n", body: long) }).parts
    #expect(parts.flatMap(\.self).count == 10)
    #expect(parts.allSatisfy { $0.count == 1 })
    #expect(ImportItems(items: (1...1000).map { note($0, "n") }).parts.count == 1)
    #expect(ImportItems(items: []).parts == [[]])
  }
}
