import Foundation
import Testing

@Suite("What the fuzzer has thought of for HTTP")
struct HTTPFuzzCorpusTests {
  /// The folder of the fuzzing program in the repository that this file belongs to.
  private static let folder = (0..<6).reduce(URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()) {
    url, _ in
    url.deletingLastPathComponent()
  }.appendingPathComponent("Fuzzing")

  private static func inputs(_ kind: String, _ target: HTTPFuzzTarget) throws -> [URL] {
    let folder = folder.appendingPathComponent(kind).appendingPathComponent(target.rawValue)
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  @Test("the kept corpus, and what once broke a law, breaks none", arguments: HTTPFuzzTarget.allCases)
  func corpus(_ target: HTTPFuzzTarget) throws {
    let kept = try Self.inputs("Corpus", target)
    #expect(!kept.isEmpty)
    for input in try kept + Self.inputs("Regressions", target) {
      let bytes = [UInt8](try Data(contentsOf: input))
      #expect(throws: Never.self, "\(target) \(input.lastPathComponent)") { try target.check(bytes) }
    }
  }

  @Test("damage to what is sound breaks no law", arguments: HTTPFuzzTarget.allCases)
  func damage(_ target: HTTPFuzzTarget) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed)
    let inputs = try Self.inputs("Corpus", target).sorted { $0.path < $1.path }
    let alphabet = Array("\r\n\0\t :aA{[\"%&=/?-7".utf8) + [0xC3, 0xFF]
    for input in inputs {
      let whole = [UInt8](try Data(contentsOf: input))
      for _ in 0..<200 {
        var bytes = whole
        for _ in 0...random.below(3) where !bytes.isEmpty {
          let place = random.below(bytes.count)
          switch random.below(3) {
          case 0: bytes[place] = alphabet[random.below(alphabet.count)]
          case 1: bytes.remove(at: place)
          default: bytes.insert(alphabet[random.below(alphabet.count)], at: place)
          }
        }
        #expect(throws: Never.self, "seed \(seed), \(bytes)") { try target.check(bytes) }
      }
    }
  }
}
