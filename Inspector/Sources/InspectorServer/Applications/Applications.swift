public import HTTPDaemon
import InspectorCore

/// The applications that are connected, and their histories: what comes from their threads arrives here.
public struct Applications: Sendable {
  private let server: Resident<InspectorServer>

  /// Creates a receiver for a server.
  public init(_ server: Resident<InspectorServer>) { self.server = server }

  func opened(_ connection: ApplicationConnection) async {
    await server.use { server, _ in server.applications.open(connection) }
  }

  func take(_ news: [ApplicationNews], from connection: ApplicationConnection) async {
    await server.use { server, _ in server.applications.take(news, from: connection.id, in: server.histories)
    }
  }

  func ended(_ connection: ApplicationConnection, _ reason: String?) async {
    await server.use { server, _ in
      server.applications.end(connection.id, reason, in: server.histories)
    }
  }
}

/// The histories of connected applications, on the server's loop.
struct ApplicationTable {
  private struct Application {
    let connection: ApplicationConnection
    var name = "application \(0)"
    var process: Int64?
    var histories: [UInt64: History] = [:]
  }

  private var applications: [Int: Application] = [:]
  /// Called with lines for people.
  var log: (String) -> Void = { _ in }

  mutating func open(_ connection: ApplicationConnection) {
    applications[connection.id] = Application(connection: connection, name: "application \(connection.id)")
  }

  mutating func take(_ news: [ApplicationNews], from id: Int, in book: HistoryBook) {
    var changed: [Int: History] = [:]
    for one in news {
      if let history = take(one, id, book) { changed[history.id] = history }
    }
    for history in changed.values { book.change(history) { _ in } }
  }

  /// Takes one piece of news; returns the history that it has changed.
  private mutating func take(_ news: ApplicationNews, _ id: Int, _ book: HistoryBook) -> History? {
    guard let application = applications[id] else { return nil }
    switch news {
    case .application(let name, let process):
      applications[id]?.name = name.isEmpty ? "application \(id)" : String(name.prefix(200))
      applications[id]?.process = process
      return nil
    case .flow(let number, let name, let allows, let last):
      let history = makeHistory(
        application, number, name: String(name.prefix(200)), allows: allows, after: last, book)
      applications[id]?.histories[number] = history
      return history
    case .answer(let request, let result):
      application.connection.requests.answer(request, result)
      return nil
    case .full:
      for history in application.histories.values {
        history.facts.note = """
          The inspector's file is full, so contents of later turns are not kept; start it again, or with a larger \
          `--keep`.
          """
        book.change(history) { _ in }
      }
      return nil
    case .store(let flow, let known, let name, let dialect, let isExact, let messages):
      return application.histories[flow].map { history in
        if let known {
          history.index.describeStore(known, dialect: dialect, isExact: isExact, messages: messages)
        } else {
          _ = history.index.addStore(
            String(name.prefix(200)), dialect: dialect, isExact: isExact, messages: messages)
        }
        if isExact { history.facts.computes = true }
        return history
      }
    case .turn(let flow, let turn):
      return application.histories[flow].map { history in
        _ = history.index.add(turn)
        return history
      }
    case .event(let flow, let store, let event, let at, let place):
      return application.histories[flow].map { history in
        history.index.add(event, store: store, at: at, place: place)
        return history
      }
    case .sample(let flow, let store, let sample):
      return application.histories[flow].map { history in
        history.index.add(sample, store: store)
        return history
      }
    case .gap(let flow, let turns):
      return application.histories[flow].map { history in
        history.index.addGap(turns)
        return history
      }
    case .broken(let flow, let found):
      return application.histories[flow].map { history in
        history.index.add(found)
        return history
      }
    case .showing(let flow, let turn):
      return application.histories[flow].map { history in
        history.facts.showing = turn
        return history
      }
    case .ended(let flow):
      return application.histories[flow].map { history in
        Self.end(history, note: "The application has ended this flow.")
        return history
      }
    }
  }

  private func makeHistory(
    _ application: Application, _ flow: UInt64, name: String, allows: [String], after last: UInt64,
    _ book: HistoryBook
  ) -> History? {
    let source = LiveSource(
      file: application.connection.file, flow: flow, requests: application.connection.requests)
    var facts = History.Facts(
      application: application.name, process: application.process, flow: name, kind: .live,
      status: .connected,
      computes: false, began: WallTime.now)
    facts.allows = allows
    let history = book.add(facts, index: HistoryIndex(after: last, isGapless: true), source: source)
    if history == nil {
      log(
        "A flow of \(application.name) is not shown, because \(HistoryBook.limit) histories are open, which is the limit."
      )
    }
    return history
  }

  mutating func end(_ id: Int, _ reason: String?, in book: HistoryBook) {
    guard let application = applications.removeValue(forKey: id) else { return }
    for history in application.histories.values where history.facts.status == .connected {
      Self.end(history, note: reason ?? "The application has ended.")
      book.change(history) { _ in }
    }
  }

  private static func end(_ history: History, note: String) {
    history.facts.status = .ended
    history.facts.note = history.facts.note ?? note
    history.facts.computes = false
    history.facts.allows = []
    history.facts.showing = nil
  }
}
