import Harvest
import MillraceTesting
import Testing

/// Inputs that come from outside, and their end.
@MainActor
@Suite struct ScenarioInputsTests {
  private let world = ScenarioWorld()

  private func mapping() -> ScenarioMapping {
    ScenarioRig.mapping { input in input == "wait" ? scenarioWait(5, "over") : .empty }
  }

  @Test("Inputs come from a sequence; its end finishes the machine and cancels its effects")
  func sequence() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let harvester = ScenarioHarvester(
      state: [], inputs: stream, mapping: mapping(), world: world,
      environment: StoreEnvironment(clock: world.clock))
    for input in ["a", "no", "wait"] { continuation.yield(input) }
    await world.clock.waitForSleepers(count: 1)
    #expect(harvester.state == ["a", "wait"])
    #expect(!harvester.isFinished)
    continuation.finish()
    try await world.clock.waitUntil { harvester.isFinished && world.clock.sleepers.isEmpty }
    harvester.send("late")
    await harvester.run()
    #expect(harvester.state == ["a", "wait"])
  }

  @Test("A machine without effects has inputs from a sequence, too")
  func plain() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let harvester = Harvester(state: 0, inputs: stream, mapping: .makeInout { $1 += $0 })
    for number in 1...3 { continuation.yield(number) }
    continuation.finish()
    try await world.clock.waitUntil { harvester.isFinished }
    #expect(harvester.state == 6)
  }

  @Test("An error of the sequence is reported to the flow's error handler, and finishes the machine")
  func failure() async throws {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: String.self, throwing: (any Error).self)
    let errors = ScenarioBox<[String]>([])
    let flow = Flow(environment: StoreEnvironment(clock: world.clock))
    flow.errorHandler = { error in errors.value.append("\(error)") }
    let harvester = ScenarioHarvester(
      state: [], inputs: stream, mapping: mapping(), world: world, name: "machine", flow: flow)
    continuation.yield("wait")
    await world.clock.waitForSleepers(count: 1)
    continuation.finish(throwing: ScenarioFailure("the line is dead"))
    try await world.clock.waitUntil { harvester.isFinished && world.clock.sleepers.isEmpty }
    try await world.clock.waitUntil { !errors.value.isEmpty }
    #expect(
      errors.value == [
        """
        The store `machine` reports: The machine has finished and takes no more inputs, because its sequence of \
        inputs has thrown: the line is dead. To continue after an error, let the sequence turn it into an input.
        """
      ])
    harvester.send("late")
    #expect(harvester.state == ["wait"])
  }

  @Test("The initial effect is started beside the inputs")
  func initial() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let harvester = ScenarioHarvester(
      state: [], effect: ScenarioEffect("first"), inputs: stream, mapping: mapping(), world: world)
    #expect(harvester.state == ["first"])
    continuation.yield("second")
    try await world.clock.waitUntil { harvester.state == ["first", "second"] }
    continuation.finish()
    try await world.clock.waitUntil { harvester.isFinished }
  }

  @Test("Inputs after the machine has finished are ignored, also those of senders")
  func finished() async {
    let rig = ScenarioRig { input in input == "wait" ? scenarioWait(5, "over") : .empty }
    let sender = rig.harvester.sender()
    rig.send("wait")
    await rig.clock.waitForSleepers(count: 1)
    rig.harvester.finish()
    #expect(rig.harvester.isFinished && rig.flow.isIdle)
    rig.send("late")
    sender.send("later")
    await rig.settle(10)
    #expect(rig.heard == ["wait"])
    rig.harvester.finish()
    #expect(rig.errors.value == [])
  }

  @Test("Finishing twice is finishing once, and a machine may finish itself from inside of a turn")
  func fromInside() {
    let rig = ScenarioRig { _ in ScenarioEffect("again") }
    let token = rig.harvester.onReply { _ in rig.harvester.finish() }
    rig.send("go")
    #expect(rig.harvester.isFinished)
    #expect(rig.heard.count <= 2)
    token.cancel()
  }

  @Test("After finish, the sequence of inputs is read no more")
  func stopsReading() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let stopped = ScenarioLog<Bool>()
    continuation.onTermination = { _ in stopped.add(true) }
    let harvester = ScenarioHarvester(state: [], inputs: stream, mapping: mapping(), world: world)
    continuation.yield("a")
    try await world.clock.waitUntil { harvester.state == ["a"] }
    harvester.finish()
    try await world.clock.waitUntil { stopped.entries == [true] }
  }
}
