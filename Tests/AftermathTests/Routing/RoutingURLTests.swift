import AftermathRouting
import Foundation
import Testing

@Suite("URLs of Foundation")
struct RoutingURLTests {
  @Test(
    "each location's URL is one that Foundation takes and gives back",
    arguments: 1...200 as ClosedRange<UInt64>)
  func printed(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let scheme = try routingScheme()
    let location = try scheme.location(
      to: "profile:{username}", arguments: ["username": random.text(1...8)],
      query: (0..<random.below(3)).map { _ in Location.QueryItem(random.text(0...3), random.text(0...3)) },
      fragment: random.below(2) == 0 ? nil : random.text(0...3))
    let url = try #require(URL(string: location.url), "seed \(seed): \(location.url)")
    #expect(try scheme.parse(url: url, payload: 1).url == location.url, "seed \(seed)")
  }

  @Test("a link that the system hands over is parsed, and its payload handed on")
  func link() throws {
    let url = try #require(URL(string: "aftermath:profile:ada?tab=posts#top"))
    let location = try routingScheme().parse(url: url, payload: 1)
    #expect(location.arguments == ["username": "ada"])
    #expect(location.payload as? Int == 1)
  }
}
