public import HTTPDaemon
public import InspectorCore
import InspectorFiles

/// Journals, exports and recordings, shown as histories while they are read and followed.
public struct FileOpening: Sendable {
  private let server: Resident<InspectorServer>

  /// Creates a receiver for a server.
  public init(_ server: Resident<InspectorServer>) { self.server = server }

  /// Opens a file and adds its history.
  ///
  /// - Throws: ``InspectorProblem`` when it is no file of a history, or too many are open.
  public func open(_ path: String) async throws(InspectorProblem) {
    let file = try FileHistories.open(path)
    let id = await server.use { server, _ in server.add(file) }
    guard let id else {
      throw .impossible("`\(file.name)` is not shown, because too many histories are open; open fewer.")
    }
    let latest = LatestProgress()
    file.read { [server] progress in
      latest.set(progress)
      // Reports may overtake each other on the way to the loop; each takes the newest.
      Task { await server.use { server, _ in server.update(id, latest.take()) } }
    }
  }
}

extension InspectorServer {
  /// Adds the history of a file that is not read yet.
  func add(_ file: any FileHistory) -> Int? {
    let facts = History.Facts(
      application: file.name, flow: "", kind: .journal, status: .reading, computes: false, began: WallTime.now
    )
    return histories.add(facts, source: file)?.id
  }

  /// Takes what was read of a file since the last time.
  func update(_ id: Int, _ progress: FileProgress?) {
    guard let progress, let history = histories[id] else { return }
    histories.change(history) { history in
      history.index = progress.index
      history.facts.flow = progress.flow
      history.facts.note = progress.note
      history.facts.status = progress.share == nil ? .ready : .reading
      history.facts.began = progress.index.turns.first?.at ?? history.facts.began
    }
  }

  /// Lets connected applications compute the states of the files that they have written.
  ///
  /// An application has written a file if a flow of it has all the stores of the file, with schemas.
  ///
  /// - Returns: The histories that have changed.
  func matchFiles(_ histories: [History]) -> [Int] {
    var changed: [Int] = []
    for history in histories {
      guard let file = history.source as? any FileHistory else { continue }
      let wanted = Self.exactStores(of: history)
      let found =
        wanted.isEmpty
        ? nil
        : histories.last {
          $0.facts.kind == .live && $0.facts.computes && Self.exactStores(of: $0).isSuperset(of: wanted)
        }
      file.computer.application = found?.source
      if history.facts.computes != (found != nil) {
        history.facts.computes = found != nil
        changed.append(history.id)
      }
    }
    return changed
  }

  private static func exactStores(of history: History) -> Set<String> {
    Set(history.index.stores.filter(\.isExact).map(\.applicationName))
  }
}
