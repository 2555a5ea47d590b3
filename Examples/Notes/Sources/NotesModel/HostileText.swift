extension Unicode.Scalar {
  /// True when a terminal may follow it, or when it changes the direction of the following text and so can
  /// hide it.
  public var isHostile: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: properties.generalCategory == .control
    }
  }
}
