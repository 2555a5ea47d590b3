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
  private var news = TableNews<ItemID>()
  private let end: AsyncStream<(any Error)?>.Continuation
  private let ends: AsyncStream<(any Error)?>

  init(_ client: Client, _ printout: Printout) {
    self.client = client
    self.printout = printout
    (ends, end) = AsyncStream.makeStream()
    client.library.withState { _ = news.changes(in: $0.entries) }
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
    let ids = client.library.withState { news.changes(in: $0.entries) }
    do {
      for id in ids { try printout.change(client.listed(id), of: id) }
    } catch {
      end.yield(error)
    }
  }
}
