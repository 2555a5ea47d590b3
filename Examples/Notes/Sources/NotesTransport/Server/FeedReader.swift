import Foundation
import NotesModel

/// Makes batches of a change feed's bytes: a value that pieces of any size are put into.
struct FeedReader {
  /// How many entries a batch has at most.
  static let largestBatch = 1000

  /// The bytes that a feed may have until it has told all there is, and those of a connection as a whole.
  ///
  /// What is told is held in memory, so a feed without an end would fill it.
  static let largestFeed = 256 << 20

  private var parser = EventStreamParser(limit: 2 << 20)
  private var size = 0
  private var wasCurrent = false
  private var events: ArraySlice<ServerSentEvent> = []
  private let decoder = JSONDecoder()

  private let limit: Int

  /// A reader of a feed with so many bytes at most.
  init(limit: Int = Self.largestFeed) {
    self.limit = limit
  }

  /// Takes the next bytes.
  ///
  /// - Throws: ``ServerError``, when there are more than may be.
  mutating func take(_ bytes: [UInt8]) throws(ServerError) {
    size += bytes.count
    guard size <= limit else {
      throw wasCurrent
        ? .unreachable("The change feed has told \(limit >> 20) MiB; it is asked again, from there on.")
        : .notAServer(
          "The change feed has no end within \(limit >> 20) MiB, so nothing more is taken; check the address."
        )
    }
    events += parser.take(bytes)
  }

  /// The next batch of what was taken; nil when there is none.
  mutating func next() throws(ServerError) -> FeedBatch? {
    var batch = FeedBatch([], isCurrent: false)
    while batch.entries.count < Self.largestBatch, !batch.isCurrent, let event = events.popFirst() {
      switch event.type {
      case "change": batch.entries.append(try entry(event.data))
      case "current":
        batch.isCurrent = true
        wasCurrent = true
      // A later server may tell more than this one.
      default: break
      }
    }
    if !batch.entries.isEmpty || batch.isCurrent { return batch }
    if parser.isOverfull { throw .notAServer("The change feed has an entry that is too large to be one.") }
    return nil
  }

  private func entry(_ data: String) throws(ServerError) -> FeedEntry {
    let entry: FeedEntry
    do {
      entry = try decoder.decode(FeedEntry.self, from: Data(data.utf8))
    } catch {
      throw .notAServer("The change feed has an entry that cannot be read: \(decodingReason(error)).")
    }
    // Numbers below zero are this client's own, for what no server has numbered yet.
    guard entry.id.isShared, entry.sequence > 0, entry.version > 0,
      entry.item.map({ $0.id == entry.id }) ?? true
    else {
      throw .notAServer("The change feed has an entry with numbers that no server gives: \(entry.id).")
    }
    return entry
  }
}
