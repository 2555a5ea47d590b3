@_exported public import DarwinStructures

/// Stands where Apple's systems have a body: the declarations are compiled against and never run.
func absent() -> Never { while true {} }
