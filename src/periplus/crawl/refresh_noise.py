"""What moves by itself on the pages of each template, kept with the job."""

from periplus.change.noise import NoiseModel
from periplus.store import JobStore

_NOISE = "noise {}"
_MOST_MODELS = 64  # in memory; the rest is in the database


class NoiseBook:
    """One noise model for each template, loaded when it is needed."""

    def __init__(self, store: JobStore) -> None:
        self._store = store
        self._models: dict[int, NoiseModel] = {}
        self._changed: set[int] = set()

    def of(self, template: int) -> NoiseModel:
        """The model of a template."""
        model = self._models.get(template)
        if model is None:
            if len(self._models) >= _MOST_MODELS:
                self.save()
                self._models.clear()
            kept = self._store.get_meta(_NOISE.format(template))
            model = NoiseModel.from_json(kept) if kept else NoiseModel()
            self._models[template] = model
        return model

    def has_learned(self, template: int) -> None:
        """Note that a model has changed."""
        self._changed.add(template)

    def save(self) -> None:
        """Put the models that have changed into the store."""
        for template in sorted(self._changed):
            self._store.set_meta(_NOISE.format(template), self._models[template].to_json())
        self._changed.clear()
