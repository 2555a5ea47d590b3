import Foundation
import Millrace
import NotesModel
import Testing

@testable import NotesServer
@testable import NotesShelf

@Suite("Laws of the shelf")
struct ShelfLawTests {
  static let seeds = Array(UInt64(1)...300)

  @Test("Any commands do to it what they do to a dictionary")
  func model() {
    for seed in Self.seeds {
      var random = SeededRandom(seed)
      var (shelf, model) = (Shelf(), Model())
      for step in 0..<80 {
        let command = ChangeItem(&random, key: nil)
        let before = shelf
        let expected = model.take(command)
        let change = try? shelf.take(command)
        #expect(change?.entry.item == expected?.item, "seed \(seed), step \(step)")
        #expect(change?.entry.version == expected?.version, "seed \(seed), step \(step)")
        if change == nil { #expect(shelf == before, "seed \(seed), step \(step)") }
        if let change { #expect(change.entry.sequence == before.sequence + 1) }
      }
      #expect(shelf.all == model.items, "seed \(seed)")
      for kind in Kind.allCases {
        #expect(shelf.items(kind).ids.elementsEqual(shelf.items(kind).ids.sorted()))
      }
    }
  }

  @Test("Whoever has followed the feed, in steps of any length, has what is on the shelf")
  func feed() {
    for seed in Self.seeds {
      var random = SeededRandom(seed)
      var shelf = Shelf()
      var copy: [ItemID: Item] = [:]
      var seen = 0
      for _ in 0..<100 {
        if random.isOneIn(5) {
          let limit = 1 + random.below(5)
          let entries = shelf.changes(after: seen, through: shelf.sequence, limit: limit)
          #expect(entries.map(\.sequence) == entries.map(\.sequence).sorted() && entries.count <= limit)
          for entry in entries { copy[entry.id] = entry.item }
          seen = entries.last?.sequence ?? seen
        }
        _ = try? shelf.take(ChangeItem(&random, key: nil))
      }
      for entry in shelf.changes(after: seen, through: shelf.sequence, limit: .max) {
        copy[entry.id] = entry.item
      }
      #expect(copy == shelf.all, "seed \(seed)")
    }
  }

  @Test("A request that is repeated any number of times changes nothing more, and is answered as before")
  func repeating() throws {
    for seed in Self.seeds {
      var random = SeededRandom(seed)
      var shelf = Shelf()
      var done: [(command: ChangeItem, change: Change)] = []
      for step in 0..<60 {
        if random.isOneIn(2), let (command, change) = done.randomElement(using: &random) {
          let before = shelf
          let again = try shelf.take(command)
          #expect(again == change, "seed \(seed), step \(step)")
          #expect(shelf == before, "seed \(seed), step \(step)")
        } else {
          let command = ChangeItem(&random, key: "key \(step)")
          if let change = try? shelf.take(command) { done.append((command, change)) }
        }
      }
    }
  }

  @Test("What is written down of a shelf is read as an equal one")
  func coding() throws {
    for seed in Self.seeds {
      var random = SeededRandom(seed)
      var shelf = Shelf()
      for step in 0..<random.below(80) {
        _ = try? shelf.take(ChangeItem(&random, key: random.isOneIn(3) ? "k\(step)" : nil))
      }
      var copy = try JSONDecoder().decode(Shelf.self, from: JSONEncoder().encode(shelf))
      #expect(copy == shelf, "seed \(seed)")
      // And it goes on as the other does.
      let command = ChangeItem(&random, key: nil)
      let (own, other) = (try? shelf.take(command), try? copy.take(command))
      #expect(own == other, "seed \(seed)")
      #expect(copy == shelf, "seed \(seed)")
    }
  }

  @Test("Somebody who follows is told everything, however few bytes they take at once")
  func following() throws {
    for seed in Self.seeds.prefix(60) {
      var random = SeededRandom(seed)
      var (shelf, durable) = (Shelf(), 0)
      var follower = Follower(after: 0)
      var text: [UInt8] = []
      for _ in 0..<60 {
        _ = try? shelf.take(ChangeItem(&random, key: nil))
        if random.isOneIn(3) { durable = shelf.sequence }
        if random.isOneIn(9) { follower.comment() }
        text += follower.next(1 + random.below(300), of: shelf, through: durable)
      }
      while case let bytes = follower.next(1 + random.below(300), of: shelf, through: shelf.sequence),
        !bytes.isEmpty
      {
        text += bytes
      }
      let events = try FeedEvents(text)
      var copy: [ItemID: Item] = [:]
      for entry in events.entries { copy[entry.id] = entry.item }
      #expect(copy == shelf.all, "seed \(seed)")
      #expect(events.current == shelf.sequence, "seed \(seed)")
    }
  }
}
