import Foundation
import Millrace
import MillraceHTTP
import MillraceTesting
import Testing

@Suite("The HTTP client in every order")
struct HTTPClientOrderTests {
  private enum Message: Sendable {
    case load
    case loaded(HTTPUser)
    case failed(String)
  }

  @Test("In whatever order two users are loaded and answered, the last one asked for is shown")
  func everyOrder() async throws {
    let url = try #require(URL(string: "http://example.com/user"))
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      world.environment[HTTPClient.self] = HTTPClient { request in
        try await server.call(
          "\(request)",
          answers: [
            .success(HTTPResponse(status: 200, body: Data(#"{"name":"a"}"#.utf8))),
            .success(HTTPResponse(status: 500)),
          ])
      }
      let store = Store(0, of: Message.self, flow: world.flow) { count, message in
        guard case .load = message else {
          count += 1
          return .none
        }
        return .run(in: .latest("load"), label: "load") { send in
          let http = send.environment[HTTPClient.self]
          await send(
            .loaded(
              try await http.value(
                of: HTTPRequest(.get, url), as: .json(HTTPUser.self), timeout: nil, in: send.environment)
            ))
        } catch: {
          .failed("\($0)")
        }
      }
      world.user("reader", sends: [.load, .load], to: store)
      world.finally("at least the last is answered") { store.state >= 1 }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}
