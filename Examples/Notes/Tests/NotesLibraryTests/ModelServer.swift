import NotesModel

/// The server as its interface promises it, without a network: versions, keys, and the feed.
///
/// It refuses notes whose titles begin with `bad`.
struct ModelServer: Hashable {
  struct Record: Hashable {
    var item: Item?
    var version: Int
    var sequence: Int
    var key: String?
  }

  private(set) var records: [ItemID: Record] = [:]
  private(set) var sequence = 0
  /// The titles that it has ever had.
  private(set) var stored: Set<String> = []
  private var answers: [String: PushAnswer] = [:]
  private var numbers = 0

  func item(_ id: ItemID) -> Item? { records[id]?.item }

  var greeting: Greeting { Greeting(id: "s", sequence: sequence) }

  /// The newest of each item that was changed after a change, in order.
  func changes(after sequence: Int) -> [FeedEntry] {
    records.filter { $0.value.sequence > sequence }.sorted { $0.value.sequence < $1.value.sequence }.map {
      FeedEntry(
        sequence: $0.value.sequence, id: $0.key, version: $0.value.version, key: $0.value.key,
        item: $0.value.item)
    }
  }

  mutating func push(_ request: PushRequest) -> PushAnswer {
    if let answer = answers[request.key] { return answer }
    let answer = decide(request)
    switch answer {
    case .stored, .deleted: answers[request.key] = answer
    case .conflict, .refused: break
    }
    return answer
  }

  private mutating func decide(_ request: PushRequest) -> PushAnswer {
    let (id, item, version): (ItemID, Item?, Int?)
    switch request.change {
    case .create(let new):
      if let refusal = refusal(of: new) { return refusal }
      numbers += 1
      (id, item, version) = (ItemID(new.kind, numbers), new.numbered(numbers), nil)
    case .restore(let old):
      if let refusal = refusal(of: old) { return refusal }
      (id, item, version) = (old.id, old, nil)
    case .replace(let new, let named):
      if let refusal = refusal(of: new) { return refusal }
      (id, item, version) = (new.id, new, named)
    case .delete(let deleted, let named):
      (id, item, version) = (deleted, nil, named)
    }
    let record = records[id] ?? Record(item: nil, version: 0, sequence: 0)
    let isAsMeant =
      if let version { record.item != nil && record.version == version } else { record.item == nil }
    if !isAsMeant { return .conflict(record.item, version: record.version) }
    sequence += 1
    records[id] = Record(item: item, version: record.version + 1, sequence: sequence, key: request.key)
    if let item { stored.insert(item.title) }
    return item.map { .stored($0, version: record.version + 1) } ?? .deleted(version: record.version + 1)
  }

  private func refusal(of item: Item) -> PushAnswer? {
    item.title.hasPrefix("bad") ? .refused("A title does not begin with bad.") : nil
  }
}
