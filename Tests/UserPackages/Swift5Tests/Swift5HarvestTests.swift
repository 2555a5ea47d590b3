import Harvest
import Testing

enum DoorState: Hashable { case open, shut }

enum DoorInput: Hashable { case push, pull }

@MainActor
@Suite("Harvest in language mode 5") struct Swift5HarvestTests {
  typealias Mapping = Harvester<DoorInput, DoorState>.Mapping

  @Test("a machine goes through its table")
  func machine() {
    let table: [Mapping] = [
      .push | .shut => .open,
      .pull | .open => .shut,
    ]
    let door = Harvester(state: DoorState.shut, mapping: Mapping.reduce(.first, table))
    door.send(.push)
    #expect(door.state == .open)
  }
}
