import Harvest

/// The states of a ring of twelve.
enum RingState: Equatable {
  case s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
}

/// The inputs that lead from each state of the ring to the next.
enum RingInput: Equatable, Sendable {
  case i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11
}

typealias RingMapping = Harvester<RingInput, RingState>.EffectMapping<Void, BasicEffectQueue, Never>

/// The ring as a table.
func makeRing() -> RingMapping {
  let rows: [RingMapping] = [
    .i0 | .s0 => .s1 | .empty,
    .i1 | .s1 => .s2 | .empty,
    .i2 | .s2 => .s3 | .empty,
    .i3 | .s3 => .s4 | .empty,
    .i4 | .s4 => .s5 | .empty,
    .i5 | .s5 => .s6 | .empty,
    .i6 | .s6 => .s7 | .empty,
    .i7 | .s7 => .s8 | .empty,
    .i8 | .s8 => .s9 | .empty,
    .i9 | .s9 => .s10 | .empty,
    .i10 | .s10 => .s11 | .empty,
    .i11 | .s11 => .s0 | .empty,
  ]
  return .reduce(.first, rows)
}

/// The ring as a switch; nil when the input is rejected.
struct RingSwitch {
  let call: (RingInput, inout RingState) -> RingMapping.Effect?

  init() {
    call = { input, state in
      switch (input, state) {
      case (.i0, .s0): state = .s1
      case (.i1, .s1): state = .s2
      case (.i2, .s2): state = .s3
      case (.i3, .s3): state = .s4
      case (.i4, .s4): state = .s5
      case (.i5, .s5): state = .s6
      case (.i6, .s6): state = .s7
      case (.i7, .s7): state = .s8
      case (.i8, .s8): state = .s9
      case (.i9, .s9): state = .s10
      case (.i10, .s10): state = .s11
      case (.i11, .s11): state = .s0
      default: return nil
      }
      return .empty
    }
  }
}
