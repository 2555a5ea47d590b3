import NotesModel

/// A hash that identifies a request: the same for equal requests, in every run of the program.
///
/// It is FNV-1a; Swift's own hashes differ from run to run.
struct Fingerprint {
  var value: Int { Int(truncatingIfNeeded: state) }
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds bytes and their number, so that the boundaries between texts count.
  mutating func add(_ bytes: some Collection<UInt8>) {
    add(bytes.count)
    for byte in bytes { take(byte) }
  }

  mutating func add(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) { take(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func add(_ text: String) { add(text.utf8) }

  mutating func add(_ condition: Condition) {
    switch condition {
    case .present: add("present")
    case .absent: add("absent")
    case .versions(let versions):
      add("versions")
      add(versions.count)
      for version in versions { add(version) }
    }
  }

  /// Adds JSON; members are sorted by name.
  mutating func add(_ json: JSONValue) {
    add(json.title)
    switch json {
    case .null: break
    case .bool(let value): add(value ? 1 : 0)
    case .integer(let value): add(value)
    case .number(let value): add(Int(truncatingIfNeeded: value.bitPattern))
    case .text(let text): add(text)
    case .list(let values):
      add(values.count)
      for value in values { add(value) }
    case .object(let members):
      add(members.count)
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        add(name)
        add(value)
      }
    }
  }

  private mutating func take(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
