import Harvest
import MillraceTesting
import NotesModel
import NotesSession
import Testing

/// Every order of what a server says, what a person wants, what is lost on the way, and time.
@Suite("The connection, in every order")
struct SessionExplorationTests {
  /// The effects under way, as the flow reports them; it lives where the flow does.
  private final class Work {
    private var labels: [UInt64: String] = [:]

    func take(_ event: EffectEvent) {
      switch event.kind {
      case .started: labels[event.serial] = event.label.map { "\($0)" }
      case .finished, .failed, .cancelled, .dropped: labels[event.serial] = nil
      case .waiting: break
      }
    }

    /// The labels of what is under way.
    var labelsInFlight: [String] { labels.values.sorted() }
  }

  /// A session, a server that fails so often before it says no more than that it is there, and a person
  /// outside.
  private func scenario(
    failures: Int, person: [SessionInput], requests: [SessionInput]
  ) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let asked = world.shared(0, as: "greetings")
      let session = makeSession(on: world.flow) { () async throws(ServerError) in
        asked.withValue { $0 += 1 }
        let number = asked.value
        let there = Answer.success(Greeting(id: "a", sequence: number))
        let answers: [Answer<Greeting>] =
          number > failures
          ? [there] : [there, .failure(ServerError.away), .failure(ServerError.closed)]
        do { return try await server.call("greeting \(number)", answers: answers) } catch {
          // A question that was given up is answered, too, and its answer is of no use.
          throw error as? ServerError ?? .away
        }
      }
      let work = Work()
      let token = world.flow.tap(effect: { work.take($0) }) { $0.effects.forEach(work.take) }
      world.follow("under way") { work.labelsInFlight }

      session.send(.resumed)
      world.user("person", sends: person.map { .input($0) }, to: session.store)
      world.user("requests", sends: requests.map { .input($0) }, to: session.store)

      world.always("unplugged, nothing is under way") {
        session.state.phase != .unplugged || work.labelsInFlight.isEmpty
      }
      world.always("no two things are under way") { work.labelsInFlight.count <= 1 }
      world.always("who waits has a timer") {
        session.state.phase != .waiting || work.labelsInFlight == ["wait"]
      }
      world.always("who waits has failed") { session.state.phase != .waiting || session.state.failures > 0 }
      world.always("online is what the newest greeting has found") {
        session.state.phase != .online || session.state.greeting?.sequence == asked.value
      }
      world.finally("it comes to an end that only the person can change") {
        withExtendedLifetime(token) {
          [.online, .refused, .unplugged].contains(session.state.phase) && work.labelsInFlight.isEmpty
        }
      }
    }
  }

  private func expectProof(
    failures: Int, person: [SessionInput] = [], requests: [SessionInput] = []
  ) async {
    let exploration = await Explorer().explore(
      scenario(failures: failures, person: person, requests: requests))
    #expect(exploration.isProven, "\(exploration)")
    #expect(exploration.finalStates > 1, "\(exploration)")
  }

  @Test("A server that is there, away, or refuses")
  func server() async {
    await expectProof(failures: 3)
  }

  @Test("A person who unplugs, plugs in and does not want to wait, while the server fails as it likes")
  func person() async {
    await expectProof(failures: 1, person: [.unplug, .plug, .tryNow])
  }

  @Test("Requests that fail, while the server fails as it likes")
  func requests() async {
    await expectProof(
      failures: 2, requests: [.lost(reason: "It broke off."), .refused(reason: "It wants a token.")])
  }

  @Test("A person who does not want to wait, and a feed that breaks off")
  func both() async {
    await expectProof(failures: 1, person: [.tryNow, .unplug], requests: [.lost(reason: "It broke off.")])
  }

  @Test("A server that is well, as it turns out early or too late, and is lost")
  func settled() async {
    await expectProof(
      failures: 1, requests: [.settled, .lost(reason: "It broke off."), .settled])
  }

  @Test("A program that is stopped and goes on at any time")
  func stopped() async {
    await expectProof(failures: 1, person: [.resumed, .unplug, .resumed])
  }
}
