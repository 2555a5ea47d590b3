import Foundation
import Testing

@Suite("What the fuzzer has thought of")
@FaultsActor
struct FuzzCorpusTests {
  /// The folder of the fuzzing program in the repository that this file belongs to.
  private static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzzing")

  private static func inputs(_ kind: String, _ target: FuzzTarget) throws -> [URL] {
    let folder = folder.appendingPathComponent(kind).appendingPathComponent(target.rawValue)
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { !$0.lastPathComponent.hasPrefix(".") }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  @Test("the kept corpus breaks no law", arguments: FuzzTarget.allCases)
  func corpus(_ target: FuzzTarget) throws {
    let inputs = try Self.inputs("Corpus", target)
    #expect(!inputs.isEmpty)
    try check(inputs, target)
  }

  @Test("what once broke a law does so no more", arguments: FuzzTarget.allCases)
  func regressions(_ target: FuzzTarget) throws {
    try check(try Self.inputs("Regressions", target), target)
  }

  private func check(_ inputs: [URL], _ target: FuzzTarget) throws {
    for input in inputs {
      let bytes = [UInt8](try Data(contentsOf: input))
      #expect(throws: Never.self, "\(target) \(input.lastPathComponent)") { try target.check(bytes) }
    }
  }
}
