import Millrace

extension Flux {
  /// Runs the mixer of this name at every substance that hears mixers and defines it.
  ///
  /// Each substance resolves by itself: one that aborts, or does not resolve, does not affect the changes of
  /// the others.
  func runMixers(_ name: String, _ payload: FluxPayloadType?) {
    var isHeard = false
    var missed: [String] = []
    for substance in audience.substances {
      switch substance.hear(name, { run($0, name, payload, at: substance) }) {
      case .heard: isHeard = true
      case .missed: missed.append(substance.name())
      case .undefined: break
      }
    }
    if !missed.isEmpty {
      report(.mixerMissed(mixer: name, substances: missed))
    } else if !isHeard {
      report(.mixerNotHeard(mixer: name, context: self.name, defined: definedMixers))
    }
  }

  private func run(
    _ mixer: FluxMixer, _ name: String, _ payload: FluxPayloadType?, at substance: SubstanceConcrete
  ) {
    /// True to react, false to abort; nil before the mixer has resolved the transaction.
    var reacts: Bool?
    var isRepeated = false
    func resolve(_ wanted: Bool) {
      isRepeated = reacts != nil
      if isRepeated { return }
      reacts = wanted
      if wanted { substance.isMixing = false }
    }
    substance.join()
    mixer(payload, { resolve(true) }, { resolve(false) })
    if reacts != true {
      substance.abort()
      touched.removeLast().release()
    }
    // Reported last, so that the error handler may read the state.
    if reacts == nil { report(.mixerUnresolved(mixer: name, substance: substance.name())) }
    if isRepeated { report(.mixerResolvedTwice(mixer: name, substance: substance.name())) }
  }

  private var definedMixers: [String] {
    Set(audience.substances.flatMap(\.definedMixers)).sorted()
  }
}
