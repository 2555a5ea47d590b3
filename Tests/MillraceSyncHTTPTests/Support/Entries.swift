import Millrace
import MillraceSync

func entry(_ writer: String, _ number: UInt64, _ message: [UInt8] = [1]) throws -> LogEntry {
  LogEntry(
    writer: try LogWriter(writer), number: number, store: "store", kind: SchemaKind(name: "Kind", version: 1),
    rules: 1, time: 0, message: message)
}

func snapshot(at position: UInt64) throws -> LogSnapshot {
  LogSnapshot(
    position: position, digest: 1,
    states: [LogState(store: "store", kind: SchemaKind(name: "Kind", version: 1), rules: 1, state: [1])],
    writers: [LogWriterNumber(writer: try LogWriter("ada"), number: 1)])
}

/// Gives the same numbers for the same seed: SplitMix64 (Steele, Lea and Flood, 2014).
struct LogRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
