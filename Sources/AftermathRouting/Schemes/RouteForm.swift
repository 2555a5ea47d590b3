/// The form of a scheme's written routes.
struct RouteForm: Sendable {
  /// The ASCII character between segments.
  let delimiter: UInt8
  let reading: Set<RouteScheme.Reading>

  /// Segments between colons, and nothing of other parties.
  static let plain = RouteForm(delimiter: UInt8(ascii: ":"))

  private init(delimiter: UInt8) {
    self.delimiter = delimiter
    reading = []
  }

  /// Creates the form, or nil if a route cannot have such a delimiter.
  init?(delimiter: Character, reading: Set<RouteScheme.Reading>) {
    guard let byte = delimiter.asciiValue, (0x21...0x7E).contains(byte), !"%?#{}".contains(delimiter),
      // No URL has these as they are.
      !"\"<>[\\]^`|".contains(delimiter), !delimiter.isLetter, !delimiter.isNumber
    else { return nil }
    self.delimiter = byte
    self.reading = reading
  }
}

extension RouteScheme {
  /// A way of reading links that other parties write, beyond the plain form.
  public enum Reading: Hashable, CaseIterable, Sendable {
    /// A slash at the end of a route, before a query or a fragment, is left out.
    ///
    /// `callback/?code=1` is read as `callback?code=1`.
    case trailingSlash
    /// Query items with a value are arguments as well.
    ///
    /// An argument of the pattern, or of a fragment, with the same name is kept; of several items, the first.
    case queryArguments
    /// A fragment is read as a query is, with `&` or `;` between the items, and its items are arguments.
    ///
    /// `callback#access_token=4f&expires_in=3600` has two arguments. The whole text is the fragment, too.
    case fragmentArguments
  }
}
