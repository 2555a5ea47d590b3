extension FlaskDictRef.Value: ExpressibleByNilLiteral {
  /// Null.
  public init(nilLiteral: ()) { self = .null }
}

extension FlaskDictRef.Value: ExpressibleByBooleanLiteral {
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension FlaskDictRef.Value: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
}

extension FlaskDictRef.Value: ExpressibleByFloatLiteral {
  /// A number.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension FlaskDictRef.Value: ExpressibleByStringInterpolation {
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension FlaskDictRef.Value: ExpressibleByArrayLiteral {
  /// A list.
  public init(arrayLiteral elements: Self...) { self = .array(elements) }
}

extension FlaskDictRef.Value: ExpressibleByDictionaryLiteral {
  /// A nested dictionary; of two entries with one key the last one stays.
  public init(dictionaryLiteral elements: (String, Self)...) {
    self = .dictionary(FlaskDictRef(Dictionary(elements) { $1 }))
  }
}

extension FlaskDictRef: ExpressibleByDictionaryLiteral {
  /// A dictionary; of two entries with one key the last one stays.
  public convenience init(dictionaryLiteral elements: (String, Value)...) {
    self.init(Dictionary(elements) { $1 })
  }
}
