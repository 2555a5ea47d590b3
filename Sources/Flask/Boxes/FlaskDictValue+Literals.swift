extension FlaskDictRef.Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates the value null.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .int(value) }

  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a list.
  public init(arrayLiteral elements: Self...) { self = .array(elements) }

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
