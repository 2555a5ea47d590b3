/// Says what the system's entries mean for who watches a file or a folder.
struct InotifyReading {
  private let target: WatchTarget
  /// Whether the watched file is there; of no account for a folder.
  private var isThere = true
  /// Whether the folder has gone, so that nothing more is told.
  private(set) var hasEnded = false

  init(_ target: WatchTarget) {
    self.target = target
  }

  /// The changes that some bytes tell of, in order; what is the same as the change before it is told once.
  mutating func changes(in bytes: [UInt8]) -> [FileChange] {
    let (records, isDamaged) = InotifyRecord.decode(bytes)
    var changes: [FileChange] = []
    var index = 0
    while index < records.count, !hasEnded {
      // Both halves of a move inside of one folder follow one another. Where they do not, each is told by itself,
      // which is true as well.
      if index + 1 < records.count, isMove(records[index], records[index + 1]) {
        changes += move(from: records[index].name, to: records[index + 1].name)
        index += 2
      } else {
        changes += self.changes(of: records[index])
        index += 1
      }
    }
    if isDamaged, !hasEnded { changes.append(.rescan(target.path)) }
    return changes.enumerated().filter { $0 == 0 || changes[$0 - 1] != $1 }.map(\.element)
  }

  private func isMove(_ first: InotifyRecord, _ second: InotifyRecord) -> Bool {
    first.mask.contains(.movedFrom) && second.mask.contains(.movedTo) && first.cookie == second.cookie
  }

  private mutating func move(from old: String, to new: String) -> [FileChange] {
    if target.file == nil, let from = target.path(of: old), let to = target.path(of: new) {
      return [.moved(from: from, to: to)]
    }
    return gone(old) + come(new)
  }

  private mutating func changes(of record: InotifyRecord) -> [FileChange] {
    let mask = record.mask
    if mask.contains(.overflow) { return [.rescan(target.path)] }
    if !mask.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted, .ignored]) {
      hasEnded = true
      return [.ended(target.path)]
    }
    if !mask.isDisjoint(with: [.created, .movedTo]) { return come(record.name) }
    if !mask.isDisjoint(with: [.deleted, .movedFrom]) { return gone(record.name) }
    if mask.contains(.modified), let path = target.path(of: record.name) { return [.modified(path)] }
    return []
  }

  private mutating func come(_ name: String) -> [FileChange] {
    guard let path = target.path(of: name) else { return [] }
    if target.file == nil { return [.created(path)] }
    defer { isThere = true }
    return [isThere ? .modified(path) : .created(path)]
  }

  private mutating func gone(_ name: String) -> [FileChange] {
    guard let path = target.path(of: name) else { return [] }
    isThere = false
    return [.removed(path)]
  }
}
