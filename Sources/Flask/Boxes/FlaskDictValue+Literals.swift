extension FlaskDictRef.Value: ExpressibleByNilLiteral {
  /// Creates the value null.
  public init(nilLiteral: ()) { self = .null }
}

extension FlaskDictRef.Value: ExpressibleByBooleanLiteral {
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension FlaskDictRef.Value: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .int(value) }
}

extension FlaskDictRef.Value: ExpressibleByFloatLiteral {
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension FlaskDictRef.Value: ExpressibleByStringInterpolation {
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension FlaskDictRef.Value: ExpressibleByArrayLiteral {
  /// Creates a list.
  public init(arrayLiteral elements: Self...) { self = .array(elements) }
}

extension FlaskDictRef.Value: ExpressibleByDictionaryLiteral {
  /// Creates a nested dictionary; of two entries with one key, the last one wins.
  public init(dictionaryLiteral elements: (String, Self)...) {
    self = .dictionary(FlaskDictRef(Dictionary(elements) { $1 }))
  }
}

extension FlaskDictRef: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary; of two entries with one key, the last one wins.
  public convenience init(dictionaryLiteral elements: (String, Value)...) {
    self.init(Dictionary(elements) { $1 })
  }
}
