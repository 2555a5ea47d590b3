import Katana
public import NotesModel

/// The server's feed.
extension Library {
  /// Returns whether a server is not the one whose data the library has; their data must not be mixed.
  public func isForeign(_ greeting: Greeting) -> Bool {
    server != nil && server != greeting.id && !entries.isEmpty
  }

  mutating func greet(_ greeting: Greeting) {
    switch link {
    case .catchingUp, .current: return
    case .offline, .foreign: break
    }
    if isForeign(greeting) {
      link = .foreign(
        """
        The data here belong to another server, so nothing is sent to this one or taken from it; connect to the other \
        server again, or begin with a new database.
        """)
      return
    }
    if server != greeting.id {
      server = greeting.id
      (cursor, deletion, aliases, gone, unseen) = (0, nil, [:], [:], nil)
    }
    if greeting.sequence < cursor {
      // The server was restored from an earlier backup. The data that it has lost since then is here, and
      // must not be lost here, too.
      unseen = Set(entries.ids.filter { changes[$0] == nil })
      (cursor, gone) = (0, [:])
    }
    link = .catchingUp(after: cursor)
  }

  mutating func take(_ news: [FeedEntry], isCurrent: Bool) -> [any Command] {
    let after: Int
    switch link {
    case .offline, .foreign: return []
    case .catchingUp(let sequence), .current(let sequence): after = sequence
    }
    var commands: [any Command] = []
    for entry in news where entry.sequence > cursor {
      cursor = entry.sequence
      commands += take(entry)
    }
    if isCurrent {
      link = .current(after: after)
      finishReadingAnew()
      if outbox.isEmpty { gone = [:] }
    }
    return commands
  }

  private mutating func take(_ news: FeedEntry) -> [any Command] {
    if let key = news.key, requests[key] != nil {
      return take(
        news.item.map { .stored($0, version: news.version) } ?? .deleted(version: news.version), to: key,
        isFed: true)
    }
    let id = news.id
    let isReadAnew = unseen?.remove(id) != nil
    guard let entry = entries[id] else {
      takeUnknown(news)
      return []
    }
    switch entry.state {
    case .shared:
      if news.version > entry.version || isReadAnew && news.item == entry.item {
        accept(id, news.item, version: news.version)
      } else if isReadAnew {
        dispute(id, theirs: news.item, version: news.version)
      }
    case .sent, .editedSince:
      // The server decides which of the two was first.
      if news.version > changes[id]?.ahead?.version ?? entry.version { changes[id]?.ahead = news }
    case .conflict(_, let version):
      if news.version <= version, !isReadAnew { break }
      if news.item == entry.content {
        accept(id, news.item, version: news.version)
      } else {
        entries.update(id: id) { $0.state = .conflict(theirs: news.item, version: news.version) }
      }
    }
    return []
  }

  private mutating func takeUnknown(_ news: FeedEntry) {
    if let version = gone[news.id], version >= news.version { return }
    if let item = news.item {
      gone[news.id] = nil
      entries[news.id] = Entry(item: item, version: news.version, state: .shared)
    } else if !outbox.isEmpty {
      // It may be a local item whose number has not arrived yet.
      gone[news.id] = news.version
    }
  }

  /// Creates conflicts for items that a restored server does not have; the user decides about them.
  private mutating func finishReadingAnew() {
    guard let lost = unseen else { return }
    unseen = nil
    for id in entries.ids.filter({ lost.contains($0) && changes[$0] == nil }) {
      if entries[id]?.isDeleted == true {
        accept(id, nil, version: 0)
      } else {
        dispute(id, theirs: nil, version: 0)
      }
    }
  }
}
