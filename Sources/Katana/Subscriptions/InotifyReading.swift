/// A translator of the system's records into changes of a watched file or folder.
struct InotifyReading {
  private let target: WatchTarget
  /// True while the watched file exists; unused for a folder.
  private var isThere = true
  /// True when the watched folder was removed or moved, so that no more changes follow.
  private(set) var hasEnded = false

  init(_ target: WatchTarget) {
    self.target = target
  }

  /// Returns the changes of some records, in order, without consecutive duplicates.
  ///
  /// - Parameters:
  ///   - records: The records of this folder.
  ///   - isDamaged: True when others were lost.
  mutating func changes(of records: [InotifyRecord], isDamaged: Bool = false) -> [FileChange] {
    var changes: [FileChange] = []
    var index = 0
    while index < records.count, !hasEnded {
      // The two halves of a move within a folder follow one another. Otherwise each is reported by itself,
      // which is also true.
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
