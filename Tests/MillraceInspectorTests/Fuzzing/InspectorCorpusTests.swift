import Foundation
import Testing

@Suite("What the fuzzer feeds to the inspector's protocol")
struct InspectorCorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzzing")

  private static func inputs(_ kind: String, _ target: InspectorFuzzTarget) throws -> [URL] {
    let folder = folder.appendingPathComponent(kind).appendingPathComponent(target.rawValue)
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { !$0.lastPathComponent.hasPrefix(".") }
  }

  @Test("the kept inputs break no law", arguments: InspectorFuzzTarget.allCases)
  func corpus(_ target: InspectorFuzzTarget) throws {
    let kept = try Self.inputs("Corpus", target)
    #expect(!kept.isEmpty)
    for input in try kept + Self.inputs("Regressions", target) {
      let bytes = [UInt8](try Data(contentsOf: input))
      #expect(throws: Never.self, "\(target) \(input.lastPathComponent)") { try target.check(bytes) }
    }
  }
}
