import Millrace

extension Flux {
  /// Runs the mixer of this name at every bound substance that defines it.
  ///
  /// Each substance resolves by itself: one that aborts, or does not resolve, does not affect the changes of
  /// the others.
  func runMixers(_ name: String, _ payload: FluxPayloadType?) {
    var isHeard = false
    for substance in bound where substance.isBound {
      guard let mixer = substance.mixers[name] else { continue }
      isHeard = true
      run(mixer, name, payload, at: substance)
    }
    if !isHeard { report(.mixerNotHeard(mixer: name, context: self.name, defined: definedMixers)) }
  }

  private func run(
    _ mixer: FluxMixer, _ name: String, _ payload: FluxPayloadType?, at substance: SubstanceConcrete
  ) {
    var resolution: Resolution?
    var isRepeated = false
    func resolve(_ wanted: Resolution) {
      isRepeated = resolution != nil
      if isRepeated { return }
      resolution = wanted
      if wanted == .react { substance.isMixing = false }
    }
    substance.join()
    mixer(payload, { resolve(.react) }, { resolve(.abort) })
    if resolution != .react {
      substance.abort()
      touched.removeLast().release()
    }
    // Reported last, so that the error handler may read the state.
    if resolution == nil { report(.mixerUnresolved(mixer: name, substance: substance.name())) }
    if isRepeated { report(.mixerResolvedTwice(mixer: name, substance: substance.name())) }
  }

  private enum Resolution {
    case react
    case abort
  }

  private var definedMixers: [String] {
    Set(bound.flatMap(\.mixers.keys)).sorted()
  }
}
