import Harvest

enum HarvestStyle {
  nonisolated enum Input: Hashable, CaseIterable, Sendable { case press, savedOK, saveFailed }

  typealias EffectMapping = Harvester<Input, SavePhase>.EffectMapping<Save, BasicEffectQueue, Never>

  @MainActor
  final class Button: SaveButton {
    private let machine: Harvester<Input, SavePhase>
    private(set) var title = SavePhase.ready.title

    init(save: @escaping Save) {
      machine = Harvester(state: .ready, mapping: Button.mapping(), world: save)
      machine.store.observe(\.title, owner: self) { button, title in button.title = title }
    }

    func press() { machine.send(.press) }
    func settle() async { await machine.run() }

    static func mapping() -> EffectMapping {
      let idle: Pattern<SavePhase> = matching("idle") { $0 != .saving }
      let save = EffectMapping.Effect(label: "save", answers: [.savedOK, .saveFailed]) { save in
        try await save()
      } result: { result in
        if case .success = result { .savedOK } else { .saveFailed }
      }

      // swift-format-ignore
      let table: [EffectMapping] = [
        .press       |  idle     => .saving  | save,
        .savedOK     |  .saving  => .saved   | .empty,
        .saveFailed  |  .saving  => .failed  | .empty,
      ]
      return .reduce(.first, table)
    }
  }
}
