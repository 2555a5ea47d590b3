import Foundation
import Millrace
import MillraceDependencies
import MillraceHTTP
import MillraceTesting
import Testing

nonisolated struct WeatherReport: Codable, Equatable, Sendable {
  var degrees: Int
}

struct Outlook: Equatable {
  var degrees: Int?
  var problem: String?
}

enum OutlookMessage: Sendable {
  case look(URL)
  case seen(WeatherReport)
  case failed(String)
}

func updateOutlook(_ outlook: inout Outlook, _ message: OutlookMessage) -> Effect<OutlookMessage> {
  switch message {
  case .look(let url):
    return .run(in: .latest("look"), label: "look out") { send in
      let http = send.environment[HTTPClient.self]
      let request = HTTPRequest(.get, url)
      await send(
        .seen(try await http.value(of: request, as: .json(WeatherReport.self), in: send.environment)))
    } catch: {
      .failed("\($0)")
    }
  case .seen(let weather): outlook.degrees = weather.degrees
  case .failed(let problem): outlook.problem = problem
  }
  return .none
}

@MainActor
@Suite("An HTTP client") struct HTTPClientSamples {
  @Test("A test says what is answered")
  func answering() async throws {
    let url = try #require(URL(string: "https://example.com/weather"))
    let calls = RecordedCalls<HTTPRequest>()
    let test = TestStore(Store(Outlook(), update: updateOutlook))
    test.environment[HTTPClient.self] = try .answering([
      "GET https://example.com/weather": .json(WeatherReport(degrees: -3))
    ]).recording(into: calls)

    test.send(.look(url))
    await test.receive(where: { if case .seen = $0 { true } else { false } }) { $0.degrees = -3 }
    await test.finish()

    #expect(calls.all == [HTTPRequest(.get, url)])
  }
}
