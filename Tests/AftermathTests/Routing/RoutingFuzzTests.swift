import AftermathRouting
import Testing

@Suite("No text makes the parser trap")
struct RoutingFuzzTests {
  let scheme: RouteScheme

  init() throws {
    scheme = try RouteScheme("a", routes: ["{x}", "{x}:{y}", "a:{x}", "a:b:c:{d}"], maximumLength: 300)
  }

  /// Parses as both forms; what comes is a location or a sentence.
  private func feed(_ text: String, _ comment: Comment) {
    check(comment) { () throws(LocationError) in try scheme.parse(urn: text) }
    check(comment) { () throws(LocationError) in try scheme.parse(url: text) }
    check(comment) { () throws(LocationError) in try scheme.parse(url: "a:" + text) }
    var other = scheme
    do throws(RouteSchemeError) {
      try other.register(text)
      #expect(other.routes.last == text, comment)
    } catch {
      #expect(error.description.hasSuffix("."), comment)
      #expect(other.routes == scheme.routes, comment)
    }
    _ = try? RouteScheme(text)
  }

  private func check(_ comment: Comment, _ parse: () throws(LocationError) -> Location) {
    do throws(LocationError) {
      let location = try parse()
      #expect(!location.arguments.values.contains(""), comment)
      #expect(location.urn.utf8.count <= 300, comment)
    } catch {
      #expect(error.description.hasSuffix("."), comment)
    }
  }

  @Test("texts of difficult characters", arguments: 1...150 as ClosedRange<UInt64>)
  func texts(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<30 { feed(random.text(0...20), "seed \(seed)") }
  }

  @Test("random bytes, taken as UTF-8", arguments: 1...150 as ClosedRange<UInt64>)
  func bytes(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<30 {
      let bytes = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
      feed(String(decoding: bytes, as: UTF8.self), "seed \(seed)")
    }
  }

  @Test("random bytes, percent-encoded and sometimes cut", arguments: 1...150 as ClosedRange<UInt64>)
  func encoded(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<30 {
      var text = ""
      for _ in 0..<random.below(12) {
        text += random.pick(["%", ":", "%", "?", "&", "#"])
        text += String(random.below(256), radix: 16)
      }
      feed(String(text.dropLast(random.below(3))), "seed \(seed)")
    }
  }

  @Test("a text of separators alone, as long as the scheme allows and longer")
  func separators() {
    for mark in [":", "%", "?", "#", "&", "=", "/", "{", "}", "a:"] {
      for count in [1, 2, 3, 150, 299, 300, 301, 5000] {
        feed(String(repeating: mark, count: count), "\(mark)")
      }
    }
  }
}
