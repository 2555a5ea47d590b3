import Foundation
import NotesModel

/// Makes batches of a change feed's bytes: a value that pieces of any size are put into.
struct FeedReader {
  /// How many entries a batch has at most.
  static let largestBatch = 1000

  private var parser = EventStreamParser()
  private var events: ArraySlice<ServerSentEvent> = []
  private let decoder = JSONDecoder()

  /// Takes the next bytes.
  mutating func take(_ bytes: [UInt8]) {
    events += parser.take(bytes)
  }

  /// The next batch of what was taken; nil when there is none.
  mutating func next() throws(ServerError) -> FeedBatch? {
    var batch = FeedBatch([], isCurrent: false)
    while batch.entries.count < Self.largestBatch, !batch.isCurrent, let event = events.popFirst() {
      switch event.type {
      case "change": batch.entries.append(try entry(event.data))
      case "current": batch.isCurrent = true
      // A later server may tell more than this one.
      default: break
      }
    }
    if !batch.entries.isEmpty || batch.isCurrent { return batch }
    if parser.isOverfull { throw .notAServer("The change feed has an entry that is too large to be one.") }
    return nil
  }

  private func entry(_ data: String) throws(ServerError) -> FeedEntry {
    do {
      return try decoder.decode(FeedEntry.self, from: Data(data.utf8))
    } catch {
      throw .notAServer("The change feed has an entry that cannot be read: \(decodingReason(error)).")
    }
  }
}
