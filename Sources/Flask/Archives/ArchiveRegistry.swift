/// The archive savers of a context, by the numbers in messages and by their keys.
///
/// Savers are found through their substances, which may end on any thread. A substance that has ended has no
/// saver, and a substance cannot end while its saver is in use.
struct ArchiveRegistry {
  private struct Entry {
    weak var substance: SubstanceConcrete?
  }

  private var byNumber: [Int: Entry] = [:]
  private var byKey: [String: Entry] = [:]
  private var last = 0

  mutating func number() -> Int {
    last += 1
    return last
  }

  mutating func add(_ substance: SubstanceConcrete, _ number: Int, _ key: String) {
    byNumber = byNumber.filter { $0.value.substance != nil }
    byKey = byKey.filter { $0.value.substance != nil }
    byNumber[number] = Entry(substance: substance)
    byKey[key] = Entry(substance: substance)
  }

  func isTaken(_ key: String) -> Bool { byKey[key]?.substance != nil }

  /// The numbers of all savers, in order of creation.
  var numbers: [Int] { byNumber.keys.sorted() }

  /// Returns the substance whose saver has this number, or nil if it has ended.
  func substance(_ number: Int) -> SubstanceConcrete? { byNumber[number]?.substance }
}
