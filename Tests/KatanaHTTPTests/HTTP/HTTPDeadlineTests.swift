import Foundation
import HTTPFixture
import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Synchronization
import Testing

@testable import KatanaHTTP
@testable import MillraceHTTP

@Suite("When the time of a request is over")
struct HTTPDeadlineTests {
  private typealias Time = Deadline<ManualClock.Instant>

  @Test("time passes while the request is under way, and stands still while it waits")
  func passing() {
    let clock = ManualClock()
    var deadline = Time(.seconds(3), from: clock.now)
    #expect(deadline.verdict(at: clock.now) == .left(.seconds(3)))
    clock.jump(by: .seconds(1))
    #expect(deadline.verdict(at: clock.now) == .left(.seconds(2)))
    let isChange = deadline.wait(true, at: clock.now)
    #expect(isChange)
    clock.jump(by: .seconds(100))
    #expect(deadline.verdict(at: clock.now) == .standsStill)
    let isNoChange = deadline.wait(true, at: clock.now)
    #expect(!isNoChange)
    let goesOn = deadline.wait(false, at: clock.now)
    #expect(goesOn)
    let goesOnAgain = deadline.wait(false, at: clock.now)
    #expect(!goesOnAgain)
    #expect(deadline.verdict(at: clock.now) == .left(.seconds(2)))
    clock.jump(by: .seconds(2))
    #expect(deadline.verdict(at: clock.now) == .over)
  }

  @Test("a time of zero or less is over at once", arguments: [Duration.zero, .seconds(-1)])
  func none(_ time: Duration) {
    let clock = ManualClock()
    #expect(Time(time, from: clock.now).verdict(at: clock.now) == .over)
  }

  /// Waits for a connection until a test gives it one.
  private struct Waiting: HTTPTransport {
    let isAsked = Gate()
    let connection = Gate()
    let isUnderWay = Gate()
    let isCancelled = Gate()
    let answer = Gate()

    func response(
      to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws -> HTTPResponse {
      progress?(HTTPProgress(isWaiting: true))
      isAsked.open()
      await connection.opened()
      progress?(HTTPProgress())
      isUnderWay.open()
      await withTaskCancellationHandler {
        await answer.opened()
      } onCancel: {
        isCancelled.open()
      }
      return HTTPResponse(status: 200)
    }
  }

  @Test(
    "a request that waited longer than its time-out has all of it when it is under way", arguments: [2, 3])
  func waiting(_ seconds: Int) async throws {
    let clock = ManualClock()
    let transport = Waiting()
    let http = HTTPInterpreter(transport: transport)
    let request = HTTPRequest(.get, try #require(URL(string: "http://a/")))
    let response = Task {
      try await http.response(to: request, timeout: .seconds(3), in: StoreEnvironment(clock: clock)).status
    }
    await transport.isAsked.opened()
    clock.jump(by: .seconds(10))
    transport.connection.open()
    await transport.isUnderWay.opened()
    // It is patient, and not for ever: without an end of the time in sight no task sleeps.
    try await clock.waitUntil { clock.sleepers == [clock.now.advanced(by: .seconds(3))] }
    clock.jump(by: .seconds(seconds))
    if seconds < 3 {
      transport.answer.open()
      #expect(try await response.value == 200)
    } else {
      // The transport is cancelled, and does not end by itself.
      await transport.isCancelled.opened()
      transport.answer.open()
      await #expect(throws: HTTPError.timedOut(after: .seconds(3))) { try await response.value }
    }
  }

  /// Counts the requests that wait.
  private struct Counting: HTTPTransport {
    let base: any HTTPTransport
    let waits = HTTPLog<HTTPProgress>()

    func response(
      to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws -> HTTPResponse {
      try await base.response(to: request) { step in
        progress?(step)
        if step.isWaiting { waits.append(step) }
      }
    }
  }

  @Test(
    "of many requests over few connections none runs out of time while it waits",
    arguments: HTTPCarrier.allCases)
  func many(_ carrier: HTTPCarrier) async throws {
    let (limit, rounds) = (4, 8)
    let (arrivals, arrival) = AsyncStream.makeStream(of: Gate.self)
    let server = try HTTPFixture { _ in
      let gate = Gate()
      arrival.yield(gate)
      gate.wait()
      return .init(body: "ok")
    }
    defer { server.stop() }
    let clock = ManualClock()
    let transport = Counting(base: carrier.transport(connections: limit))
    let http = HTTPInterpreter(transport: transport)
    let request = HTTPRequest(.get, try server.at("/"))
    let statuses = HTTPLog<Int?>()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<limit * rounds {
        group.addTask {
          let environment = StoreEnvironment(clock: clock)
          statuses.append(try? await http.response(to: request, timeout: .seconds(3), in: environment).status)
        }
      }
      var arrivals = arrivals.makeAsyncIterator()
      await transport.waits.wait(count: limit * (rounds - 1))
      for round in 1...rounds where statuses.all.allSatisfy({ $0 == 200 }) {
        var gates: [Gate] = []
        while gates.count < limit, let gate = await arrivals.next() { gates.append(gate) }
        // Each is under way now, for 2 of its 3 seconds; those that wait have waited for longer.
        clock.jump(by: .seconds(2))
        for gate in gates { gate.open() }
        await statuses.wait(count: round * limit)
      }
      group.cancelAll()
      await group.waitForAll()
    }
    #expect(statuses.all == Array(repeating: 200, count: limit * rounds))
  }

  @Test("a request that is cancelled while it waits leaves its place to the next")
  func cancelledWhileWaiting() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: String.self)
    let gate = Gate()
    let server = try HTTPFixture { request in
      arrival.yield(request.path)
      if request.path == "/first" { gate.wait() }
      return .init(body: request.path)
    }
    defer { server.stop() }
    let transport = HTTPCarrier.standard.transport(connections: 1)
    let urls = try ["/first", "/second", "/third"].map { try server.at($0) }
    let waits = HTTPLog<Bool>()
    func ask(_ url: URL) -> Task<String, any Error> {
      Task { try await transport.response(to: HTTPRequest(.get, url)) { waits.append($0.isWaiting) }.text }
    }
    let first = ask(urls[0])
    var iterator = arrivals.makeAsyncIterator()
    #expect(await iterator.next() == "/first")
    let second = ask(urls[1])
    await waits.wait(count: 1)
    let third = ask(urls[2])
    await waits.wait(count: 2)
    #expect(waits.all == [true, true])
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.open()
    #expect(try await first.value == "/first")
    #expect(try await third.value == "/third")
    #expect(await iterator.next() == "/third")
  }
}
