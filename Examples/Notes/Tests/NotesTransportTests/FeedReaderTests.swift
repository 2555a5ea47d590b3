import Foundation
import NotesModel
import Testing

@testable import NotesTransport

@Suite("Batches of a change feed")
struct FeedReaderTests {
  @Test("entries come in batches of a thousand at most, and one that is current ends a batch")
  func batches() throws {
    let entries = (1...2300).map(entry)
    let text = entries[..<2000].map(change).joined() + current(2000) + entries[2000...].map(change).joined()
    var reader = FeedReader()
    try reader.take(Array(text.utf8))
    #expect(
      try all(&reader) == [
        FeedBatch(Array(entries[..<1000]), isCurrent: false),
        FeedBatch(Array(entries[1000..<2000]), isCurrent: false),
        FeedBatch([], isCurrent: true),
        FeedBatch(Array(entries[2000...]), isCurrent: false),
      ])
    try reader.take(Array((current(2300) + ": still here\n\n").utf8))
    #expect(try all(&reader) == [FeedBatch([], isCurrent: true)])
  }

  @Test("wherever the bytes are split, the same entries come in the same order")
  func splits() throws {
    let entries = (1...40).map(entry)
    let bytes = Array(
      ("retry: 1000\n\n" + entries.map(change).joined() + ": comment\n\nevent: later\ndata: ?\n\n"
        + current(40)).utf8)
    for seed in 0..<50 as Range<UInt64> {
      var random = Seeded(state: seed)
      var reader = FeedReader()
      var batches: [FeedBatch] = []
      for piece in bytes.split(by: &random) {
        try reader.take(piece)
        batches += try all(&reader)
      }
      #expect(batches.flatMap(\.entries) == entries)
      #expect(batches.map(\.isCurrent).lastIndex(of: true) == batches.count - 1)
      #expect(batches.filter(\.isCurrent).count == 1)
    }
  }

  @Test(
    "an entry that cannot be read is told where",
    arguments: [
      (#"{"sequence":1}"#, "`/` has no `id`"), (#"{"sequence":"x"}"#, "`/sequence` has the wrong type"),
      ("", "it is not JSON"), ("[]", "`/` has the wrong type"),
    ])
  func unreadable(_ data: String, _ place: String) throws {
    var reader = FeedReader()
    try reader.take(Array("event: change\ndata: \(data)\n\n".utf8))
    let error = #expect(throws: ServerError.self) { try all(&reader) }
    let beginning = "An entry of the change feed cannot be read: \(place)"
    #expect(error?.description.hasPrefix(beginning) == true, "\(String(describing: error))")
  }

  @Test("an entry without end is given up, behind those before it")
  func endless() throws {
    var reader = FeedReader()
    try reader.take(Array((change(entry(1)) + "data: " + String(repeating: "x", count: 1 << 22)).utf8))
    #expect(try reader.next()?.entries == [entry(1)])
    #expect(throws: ServerError.notAServer("An entry of the change feed is too large; check the address.")) {
      try reader.next()
    }
  }

  @Test("invalid numbers are refused, for this client has its own below zero")
  func foreignNumbers() throws {
    let note = Item.note(note(1))
    for entry in [
      FeedEntry(sequence: 1, id: ItemID(.notes, -1), version: 1, key: nil, item: nil),
      FeedEntry(sequence: 0, id: ItemID(.notes, 1), version: 1, key: nil, item: note),
      FeedEntry(sequence: 1, id: ItemID(.notes, 1), version: 0, key: nil, item: note),
      FeedEntry(sequence: 1, id: ItemID(.notes, 2), version: 1, key: nil, item: note),
    ] {
      var reader = FeedReader()
      try reader.take(Array(change(entry).utf8))
      let error = #expect(throws: ServerError.self) { try all(&reader) }
      #expect(error?.description.contains("invalid numbers") == true, "\(entry)")
    }
  }

  @Test("a feed without an end is given up, and one that has told all there is goes on later")
  func endlessFeed() throws {
    let text = Array(change(entry(1)).utf8)
    var hostile = FeedReader(limit: 10_000)
    var taken = 0
    let refusal = #expect(throws: ServerError.self) {
      while true {
        try hostile.take(text)
        taken += 1
        _ = try all(&hostile)
      }
    }
    #expect(taken == 10_000 / text.count)
    if case .notAServer? = refusal {} else { Issue.record("\(String(describing: refusal))") }
    var honest = FeedReader(limit: 10_000)
    try honest.take(Array(current(1).utf8))
    _ = try all(&honest)
    let later = #expect(throws: ServerError.self) { while true { try honest.take(text) } }
    if case .unreachable? = later {} else { Issue.record("\(String(describing: later))") }
  }

  private func all(_ reader: inout FeedReader) throws -> [FeedBatch] {
    var batches: [FeedBatch] = []
    while let batch = try reader.next() { batches.append(batch) }
    return batches
  }
}
