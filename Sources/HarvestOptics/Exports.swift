// So that `import HarvestOptics` gives lenses, prisms and `>>>`.
@_exported public import MillraceOptics
