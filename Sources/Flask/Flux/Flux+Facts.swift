import Millrace
import MillraceToolkit

extension Flux {
  /// The insides of a context for tools: its substances, reactors, mixers, locks and archives.
  ///
  /// A substance is known to its context once a reactor was bound to it, if it is reactive, or if it has an
  /// archive.
  var facts: StoreFacts {
    let known = knownSubstances
    return StoreFacts(
      dialect: "Flask",
      tables: [
        FactTable(
          "Substances", columns: ["Name", "State", "Keys", "Reactors", "Key listeners"], of: known,
          marked: { $0.bindings.contains(where: \.isLive) },
          row: { substance in
            [
              substance.name(), substance.stateName, substance.keyNames.joined(separator: ", "),
              "\(substance.bindings.count(where: \.isLive))", "\(substance.listenerCount)",
            ]
          }),
        FactTable(
          "Reactors", columns: ["Owner", "Substances"], of: reactors.live, marked: { $0.isBound },
          row: { [$0.ownerType, names(of: $0.substances)] }),
        FactTable(
          "Mixers", columns: ["Mixer", "Substances"],
          of: Set(known.flatMap(\.definedMixers)).sorted(),
          row: { mixer in [mixer, names(of: known.filter { $0.definedMixers.contains(mixer) })] }),
        FactTable(
          "Bus locks", columns: ["Name", "Autoreleases"],
          of: holds.compactMap(\.hold).filter(\.isLocked).map(\.lock),
          row: { [$0.name, $0.isAutoreleasing ? "yes" : "no"] }),
        FactTable(
          "Mixes behind a lock", columns: ["Mixer"], of: exclusives.sorted { $0.key < $1.key },
          row: { [$0.value.hold.lock.name] }),
        FactTable(
          "Archives", columns: ["Substance", "Key", "State"],
          of: archives.numbers.compactMap { archives.substance($0) },
          marked: { $0.keeper?.hasUnsaved ?? false },
          row: { [$0.name(), $0.keeper?.key ?? "", $0.keeper?.condition ?? ""] }),
      ])
  }

  /// The substances to which a reactor is or was bound, reactive ones, and those that have an archive.
  var knownSubstances: [SubstanceConcrete] {
    archives.numbers.compactMap { archives.substance($0) }
      .reduce(into: audience.substances) { if !$0.contains($1) { $0.append($1) } }
  }

  private func names(of substances: [SubstanceConcrete]) -> String {
    substances.map { $0.name() }.joined(separator: ", ")
  }
}
