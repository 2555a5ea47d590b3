import Harvest
import HarvestOptics
import HarvestStore
import Testing

/// The sample of *Coming from Harvest*.
enum FromHarvest {
  nonisolated enum Phase: Hashable, Sendable { case idle, searching, shown }
  nonisolated enum Input: Hashable, Sendable { case search, found, cancel }

  enum Queue: EffectQueueProtocol {
    case `default`, request

    var flattenStrategy: FlattenStrategy { self == .request ? .latest : .merge }
    static var defaultEffectQueue: Queue { .default }
  }

  struct World: Sendable {
    var search: @Sendable () async -> Void
  }

  typealias Search = Harvester<Input, Phase>
  typealias Mapping = Search.EffectMapping<World, Queue, String>

  static func mapping() -> Mapping {
    let request = Mapping.Effect(queue: .request, id: "search") { world in
      await world.search()
      return .found
    }
    let rows: [Mapping] = [
      .search | .idle => .searching | request,
      .found | .searching => .shown | .empty,
      .cancel | any => .idle | .cancel("search"),
    ]
    return .reduce(.first, rows)
  }
}

@MainActor
@Suite("Coming from Harvest") struct ComingFromHarvestSamples {
  @Test("A search is found, and its replies are heard")
  func search() async {
    let search = FromHarvest.Search(
      state: .idle, mapping: FromHarvest.mapping(), world: FromHarvest.World(search: {}))
    var log: [String] = []
    let token = search.onReply { reply in log.append("\(reply)") }
    search.send(.search)
    await search.run()
    #expect(log == ["search: idle => searching", "found: searching => shown"])
    token.cancel()
  }
}
