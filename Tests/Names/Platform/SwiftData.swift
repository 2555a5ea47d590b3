// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Names of SwiftData with as much of their shape as the check of names uses. There is no behaviour here: the
// macro is that of Observation, under SwiftData's name.

import Observation

@attached(
  member, names: named(_$observationRegistrar), named(access), named(withMutation),
  named(shouldNotifyObservers))
@attached(memberAttribute)
@attached(extension, conformances: Observation.Observable)
public macro Model() = #externalMacro(module: "ObservationMacros", type: "ObservableMacro")

public struct Schema: Sendable { public init(_ types: [any Any.Type]) {} }
public final class ModelContext {}
public final class ModelContainer {}
