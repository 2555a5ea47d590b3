import MillraceCoding
import MillraceInspectorWire

@testable import MillraceInspector

/// The laws of requests: whatever comes is refused with a sentence, or answered with JSON.
enum FuzzRequests {
  static func check(_ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let frame = Frame(head: Array(parts[0]), body: parts.count > 1 ? Array(parts[1]) : [])
    let answer: [UInt8]
    do throws(RequestError) {
      guard let request = try InspectorRequest(frame) else { return }
      let computation = try Computation(
        try RequestBody(request.body), [], hiding: HiddenPaths(["a.*"]), limit: 1000)
      while let reached = computation.advance(TurnTimes(), while: { false }) {
        try computation.encode(reached)
      }
      answer = computation.answer
    } catch {
      return try InspectorFuzzFinding.unless(error.description.hasSuffix("."), "No sentence: \(error)")
    }
    try InspectorFuzzFinding.unless((try? JournalValue(json: answer)) != nil, "An answer is not JSON.")
  }
}
