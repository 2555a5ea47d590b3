import Foundation
import Harvest
import Katana
import Millrace
import NotesClient
import NotesLibrary
import NotesModel
import NotesSession
import ProcessSignals

/// A listener that prints changes until it is interrupted.
@MainActor
final class Watch {
  private let client: Client
  private let printout: Printout
  /// The stamp of the last printed table; the table itself would be copied at each change if it were
  /// retained.
  private var seen: ChangeStamp
  private var stamps: [ItemID: ChangeStamp] = [:]
  private let end: AsyncStream<(any Error)?>.Continuation
  private let ends: AsyncStream<(any Error)?>

  init(_ client: Client, _ printout: Printout) {
    self.client = client
    self.printout = printout
    (seen, stamps) = client.library.withState { library in
      let entries = library.entries
      let stamps = entries.ids.compactMap { id in entries.changeStamp(of: id).map { (id, $0) } }
      return (entries.changeStamp, Dictionary(uniqueKeysWithValues: stamps))
    }
    (ends, end) = AsyncStream.makeStream()
  }

  func run() async throws -> Status {
    client.session.store.observe(\.phase, owner: self) { watch, _ in
      if let banner = watch.client.banner { Output.complain(banner) }
    }
    client.library.observe(\.entries.changeStamp, owner: self) { watch, _ in watch.tell() }
    let signals = EndSignal([SIGINT, SIGTERM, SIGHUP])
    let ending = Task { [end] in
      await signals.wait()
      end.yield(nil)
    }
    defer { ending.cancel() }
    for await error in ends {
      if let error { throw error }
      break
    }
    return .done
  }

  private func tell() {
    let ids: [ItemID] = client.library.withState { library in
      let entries = library.entries
      defer { seen = entries.changeStamp }
      let candidates: [ItemID] =
        switch entries.changes(since: seen) {
        case .unchanged: []
        case .changed(let changes): changes.map(\.id)
        case .unknown:
          Array(entries.ids)
            + stamps.keys.filter { !entries.contains(id: $0) }.sorted { $0.number < $1.number }
        }
      return candidates.filter { id in
        let stamp = entries.changeStamp(of: id)
        defer { stamps[id] = stamp }
        return stamps[id] != stamp
      }
    }
    do {
      for id in ids { try printout.change(client.listed(id), of: id) }
    } catch {
      end.yield(error)
    }
  }
}
