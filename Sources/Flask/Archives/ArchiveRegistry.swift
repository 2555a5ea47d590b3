/// The archive savers of a context, by the numbers in messages.
///
/// Savers are found through their substances, which may end on any thread. A substance that has ended has no
/// saver, and a substance cannot end while its saver is in use.
struct ArchiveRegistry {
  private struct Entry {
    weak var substance: SubstanceConcrete?
    let key: String
  }

  private var entries: [Int: Entry] = [:]
  private var last = 0

  mutating func number() -> Int {
    last += 1
    return last
  }

  mutating func add(_ substance: SubstanceConcrete, _ number: Int, _ key: String) {
    entries = entries.filter { $0.value.substance != nil }
    entries[number] = Entry(substance: substance, key: key)
  }

  func isTaken(_ key: String) -> Bool { entries.values.contains { $0.key == key && $0.substance != nil } }

  /// The numbers of all savers, in order of creation.
  var numbers: [Int] { entries.keys.sorted() }

  /// Returns the substance whose saver has this number, or nil if it has ended.
  func substance(_ number: Int) -> SubstanceConcrete? { entries[number]?.substance }
}
