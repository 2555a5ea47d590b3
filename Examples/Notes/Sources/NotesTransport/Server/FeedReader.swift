import Foundation
import NotesModel

/// A reader that parses batches from a change feed: a value that receives bytes in pieces of any size.
struct FeedReader {
  /// The maximum number of entries in a batch.
  static let largestBatch = 1000

  /// The maximum size of a feed until it is current, in bytes, and of a connection as a whole.
  ///
  /// Entries are kept in memory, so a feed without end would fill it.
  static let largestFeed = 256 << 20

  private var parser = EventStreamParser(limit: 2 << 20)
  private var size = 0
  private var wasCurrent = false
  private var events: ArraySlice<ServerSentEvent> = []
  private let decoder = JSONDecoder()

  private let limit: Int

  /// Creates a reader of a feed with a maximum size in bytes.
  init(limit: Int = Self.largestFeed) {
    self.limit = limit
  }

  /// Adds bytes.
  ///
  /// - Throws: ``ServerError``, when the feed exceeds its limit.
  mutating func take(_ bytes: [UInt8]) throws(ServerError) {
    size += bytes.count
    guard size <= limit else {
      throw wasCurrent
        ? .unreachable("The change feed has sent \(limit >> 20) MiB; the client connects again to continue.")
        : .notAServer(
          "An entry of the change feed does not end within \(limit >> 20) MiB, so reading was stopped; check the address."
        )
    }
    events += parser.take(bytes)
  }

  /// Returns the next complete batch; nil when there is none.
  mutating func next() throws(ServerError) -> FeedBatch? {
    var batch = FeedBatch([], isCurrent: false)
    while batch.entries.count < Self.largestBatch, !batch.isCurrent, let event = events.popFirst() {
      switch event.type {
      case "change": batch.entries.append(try entry(event.data))
      case "current":
        batch.isCurrent = true
        wasCurrent = true
      // Later servers may send other events.
      default: break
      }
    }
    if !batch.entries.isEmpty || batch.isCurrent { return batch }
    if parser.isOverfull { throw .notAServer("An entry of the change feed is too large; check the address.") }
    return nil
  }

  private func entry(_ data: String) throws(ServerError) -> FeedEntry {
    let entry: FeedEntry
    do {
      entry = try decoder.decode(FeedEntry.self, from: Data(data.utf8))
    } catch {
      throw .notAServer("An entry of the change feed cannot be read: \(decodingReason(error)).")
    }
    // Negative numbers belong to this client's local items.
    guard entry.id.isShared, entry.sequence > 0, entry.version > 0,
      entry.item.map({ $0.id == entry.id }) ?? true
    else {
      throw .notAServer("An entry of the change feed has invalid numbers: \(entry.id).")
    }
    return entry
  }
}
